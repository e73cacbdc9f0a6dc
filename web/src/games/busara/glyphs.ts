/** Puts the shared drawings into the page, once. */
import { mount } from "svelte";
import Glyphs from "./Glyphs.svelte";
import "./press.css";
import "./tokens.css";

if (document.getElementById("bs-coin") === null) mount(Glyphs, { target: document.body });
