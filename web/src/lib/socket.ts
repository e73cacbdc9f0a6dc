/**
 * One socket to one table that does not give up: it reconnects with growing pauses, resends what was not acknowledged
 * under the same id, and gives up questions that a break has made pointless.
 */
import type { PreviewIs, Past, Refused, ToBrowser, ToServer, WhyIs } from "./messages";

export type Connection = "connecting" | "open" | "lost" | "closed";

/** Must arrive: kept until acknowledged. */
type Deed = Extract<ToServer, { type: "move" | "undo" | "resign" | "order" }>;
/** Wants an answer now or not at all. */
type Question = Extract<ToServer, { type: "preview" | "why" | "look" }>;
type Answer = PreviewIs | WhyIs | Past;

interface Listener {
  hello: () => Extract<ToServer, { type: "hello" }>;
  message: (message: Exclude<ToBrowser, Answer>) => void;
  state: (state: Connection, code: number) => void;
}

/** Closing codes after which trying again is of no use: a message that is not understood, an unknown guest, no such table, a full room. */
const FINAL = new Set([4400, 4401, 4404, 4409]);

export function isFinal(code: number): boolean {
  return FINAL.has(code);
}

export const PAUSES = [250, 500, 1000, 2000, 4000, 8000];
const SILENCE = 10_000;

export class TableSocket {
  #socket: WebSocket | null = null;
  #deeds = new Map<string, Deed>();
  #questions = new Map<string, (answer: Answer | null) => void>();
  #fails = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #ready = false;

  constructor(
    readonly url: string,
    readonly listener: Listener,
  ) {
    addEventListener("online", this.#now);
    this.#connect();
  }

  /** Deeds on their way, oldest first. */
  get unacknowledged(): readonly Deed[] {
    return [...this.#deeds.values()];
  }

  do(deed: Deed): void {
    this.#deeds.set(deed.id, deed);
    this.#send(deed);
  }

  /** The answer, or null when it was refused or the line broke. */
  async ask<T extends Answer>(question: Question): Promise<T | null> {
    if (!this.#ready) return null;
    return new Promise((resolve) => {
      this.#questions.set(question.id, resolve as (answer: Answer | null) => void);
      this.#send(question);
    });
  }

  say(text: string): boolean {
    if (!this.#ready) return false;
    this.#send({ type: "say", text });
    return true;
  }

  /** Connect again: what this browser has does not fit what it is told. */
  renew(): void {
    this.#socket?.close();
  }

  end(): void {
    this.#ended = true;
    removeEventListener("online", this.#now);
    clearTimeout(this.#timer);
    this.#giveUpQuestions();
    this.#socket?.close(1000);
    this.listener.state("closed", 1000);
  }

  #now = (): void => {
    if (this.#socket !== null || this.#ended) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect(): void {
    this.listener.state(this.#fails === 0 ? "connecting" : "lost", 0);
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    const silence = setTimeout(() => socket.close(), SILENCE);
    socket.onopen = () => this.#send(this.listener.hello(), true);
    socket.onmessage = (event) => {
      clearTimeout(silence);
      if (!this.#ready) this.#greeted();
      this.#hear(JSON.parse(String(event.data)) as ToBrowser);
    };
    socket.onclose = (event) => {
      clearTimeout(silence);
      if (this.#socket === socket) this.#broken(event.code);
    };
  }

  /** The first message answers `hello`: only now is the rest sent, in its order. */
  #greeted(): void {
    this.#ready = true;
    this.#fails = 0;
    this.listener.state("open", 0);
    for (const deed of this.#deeds.values()) this.#send(deed);
  }

  #broken(code: number): void {
    this.#socket = null;
    this.#ready = false;
    this.#giveUpQuestions();
    if (this.#ended) return;
    if (isFinal(code)) {
      this.#ended = true;
      this.listener.state("closed", code);
      return;
    }
    const pause = PAUSES[Math.min(this.#fails, PAUSES.length - 1)] as number;
    this.#fails++;
    this.listener.state("lost", code);
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #giveUpQuestions(): void {
    for (const resolve of this.#questions.values()) resolve(null);
    this.#questions.clear();
  }

  #hear(message: ToBrowser): void {
    if (message.type === "preview" || message.type === "why" || message.type === "past") {
      this.#answer(message.id, message);
      return;
    }
    if (message.type === "ack" || message.type === "refused") {
      this.#deeds.delete(message.id);
      if (this.#answer(message.id, null)) return;
    }
    this.listener.message(message);
  }

  #answer(id: string, answer: Answer | null): boolean {
    const resolve = this.#questions.get(id);
    this.#questions.delete(id);
    resolve?.(answer);
    return resolve !== undefined;
  }

  #send(message: ToServer, first = false): void {
    if (this.#socket?.readyState !== WebSocket.OPEN || !(first || this.#ready)) return;
    this.#socket.send(JSON.stringify(message));
  }
}

export type { Refused };

/** An id that no other request of this browser has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
