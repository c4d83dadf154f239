// The summary of an incident.
import { html } from "../html.js";
import { prose } from "../format.js";

/** The first sentence, which names the cause and the start, and the rest. */
export function split(summary) {
  const text = prose(summary);
  const end = text.indexOf(". ");
  return end < 0 ? { head: text, rest: "" } : { head: text.slice(0, end + 1), rest: text.slice(end + 2) };
}

/** A part of a summary from split(); its arrows "->" stay on one line. */
export function Sentence({ text }) {
  const parts = text.split("->");
  return html`<bdi>${parts.map((part, index) => [
    index > 0 && html`<span class="nowrap">-></span>`, part])}</bdi>`;
}
