/** Puts the shared drawings into the page, once. */
import { mount } from "svelte";
import Glyphs from "./Glyphs.svelte";
import "./tokens.css";

if (document.getElementById("bu-clay") === null) mount(Glyphs, { target: document.body });
