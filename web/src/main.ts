import "@fontsource-variable/atkinson-hyperlegible-next/index.css";
import "@fontsource-variable/fraunces/soft.css";
import { mount } from "svelte";
import App from "./App.svelte";
import "./style/tokens.css";
import "./style/base.css";
import "./style/board.css";

const target = document.getElementById("app");
if (target !== null) mount(App, { target });
