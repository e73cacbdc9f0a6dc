/** The server's messages by their names; the types are made from the server's own schema (`npm run types`). */
import type { components } from "./wire";

type Schemas = components["schemas"];

export type Guest = Schemas["Guest"];
export type TitleInfo = Schemas["TitleInfo"];
export type OptionInfo = Schemas["OptionInfo"];
export type BotInfo = Schemas["BotInfo"];
export type Guide = Schemas["Guide"];
export type Rules = Schemas["Rules"];
export type NewSeat = Schemas["NewSeat"];
export type NewTable = Schemas["NewTable"];
export type SeatInfo = Schemas["SeatInfo"];
export type TableInfo = Schemas["TableInfo"];
export type MuteTable = Schemas["MuteTable"];
export type TableList = Schemas["TableList"];
export type Replay = Schemas["Replay"];
export type ReplayFrame = Schemas["ReplayFrame"];
export type Explanation = Schemas["Explanation"];
export type BotMove = Schemas["BotMove"];
export type Problem = Schemas["Problem"];
export type OptionChoice = Schemas["OptionChoice"];
export type LineInfo = Schemas["LineInfo"];
export type LogStep = Schemas["LogStep"];
export type StandingInfo = Schemas["StandingInfo"];
export type Frame = Schemas["Frame"];
export type Refused = Schemas["Refused"];
export type PreviewIs = Schemas["PreviewIs"];
export type WhyIs = Schemas["WhyIs"];
export type Past = Schemas["Past"];
export type Chat = Schemas["Chat"];
export type OrderInfo = Schemas["OrderInfo"];
export type Orders = Schemas["Orders"];

export type ToServer =
  | Schemas["Hello"]
  | Schemas["PlayMove"]
  | Schemas["Undo"]
  | Schemas["AskPreview"]
  | Schemas["AskWhy"]
  | Schemas["Look"]
  | Schemas["Say"]
  | Schemas["Resign"]
  | Schemas["GiveOrder"];

export type ToBrowser = Schemas["Table"] | Frame | Schemas["Ack"] | Refused | PreviewIs | WhyIs | Orders | Past | Chat;
