// Runs on every page. Each piece looks for its own attribute and does nothing without it.
import { copies } from "./offline/copies.js";
import { confirmations, dialogs } from "./ui/dialogs.js";
import { copyButtons } from "./ui/copy.js";
import { countdowns } from "./ui/countdown.js";
import { drafts } from "./ui/drafts.js";
import { keys } from "./ui/keys.js";
import { pages } from "./ui/pages.js";
import { printing } from "./ui/printing.js";
import { refusals } from "./ui/refusals.js";
import { sections } from "./ui/sections.js";
import { sends } from "./ui/sends.js";
import { sizes } from "./ui/sizes.js";
import { inView, tablists } from "./ui/tabs.js";
import { zone } from "./ui/zone.js";
import { changes, live } from "./live.js";

const pieces = [copies, dialogs, confirmations, copyButtons, countdowns, drafts, keys, pages, printing, sections, sends, refusals, sizes, inView, tablists, zone, changes, live];

const start = (root) => pieces.forEach((piece) => piece(root));
start(document);
document.addEventListener("htmx:load", (event) => event.target !== document.body && start(event.target));
