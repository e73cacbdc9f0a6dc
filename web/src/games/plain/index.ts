import { title } from "../../lib/title";
import Board from "./Board.svelte";

export default title<unknown>({ Board });
