/** Which page the address means. Links are ordinary links; `follow` keeps them inside the page. */

export type Page =
  | { name: "shelf" }
  | { name: "lobby" }
  | { name: "new"; title: string | null }
  | { name: "table"; table: string }
  | { name: "replay"; table: string; at: number | null }
  | { name: "rules"; title: string }
  | { name: "lost" };

export function pageOf(path: string, query = ""): Page {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decode);
  if (rest.length > 0) return { name: "lost" };
  if (first === undefined) return { name: "shelf" };
  if (first === "tables" && second === undefined) return { name: "lobby" };
  if (first === "new") return { name: "new", title: second ?? null };
  if (first === "table" && second !== undefined) return { name: "table", table: second };
  if (first === "replay" && second !== undefined) {
    const at = /[?&]at=(\d+)/.exec(query)?.[1];
    return { name: "replay", table: second, at: at === undefined ? null : Number(at) };
  }
  if (first === "rules" && second !== undefined) return { name: "rules", title: second };
  return { name: "lost" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route: { page: Page } = $state({ page: pageOf(location.pathname, location.search) });

function read(): void {
  route.page = pageOf(location.pathname, location.search);
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  read();
  scrollTo(0, 0);
}

/** Listen to the address bar and to every link of the page; returns how to stop. */
export function listenToLinks(): () => void {
  const follow = (event: MouseEvent): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    ) {
      return;
    }
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.origin !== location.origin) return;
    if (
      link.hasAttribute("download") ||
      link.pathname.startsWith("/api/") ||
      link.getAttribute("href")?.startsWith("#")
    ) {
      return;
    }
    event.preventDefault();
    go(link.pathname + link.search);
  };
  addEventListener("popstate", read);
  document.addEventListener("click", follow);
  return () => {
    removeEventListener("popstate", read);
    document.removeEventListener("click", follow);
  };
}
