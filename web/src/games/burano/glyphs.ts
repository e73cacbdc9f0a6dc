/** Puts the shared drawings into the page, once. */
import { mount } from "svelte";
import Glyphs from "./Glyphs.svelte";
import "./tokens.css";

if (document.getElementById("bn-store") === null) mount(Glyphs, { target: document.body });
