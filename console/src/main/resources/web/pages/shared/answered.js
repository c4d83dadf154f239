// A part of a page whose answer may come later, or not at all.
import { html } from "../../html.js";
import { Empty, Loading, Problem } from "../../components/basics.js";

const NO_PROBLEM = ["not-in-report"];

/**
 * Shows a function of the answer's data when it is there, otherwise what is in its way. `answer` is of
 * useAnswer; `quietOff` shortens the hint about the index where another part of the page says it in full.
 */
export function Answered({ answer, lines, quietOff, children }) {
  const { data, error } = answer;
  const body = data !== undefined && children(data);
  if (error) {
    return html`<${Failed} error=${error} quietOff=${quietOff} />${body}`;
  }
  return data === undefined ? html`<${Loading} lines=${lines ?? 4} />` : body;
}

function Failed({ error, quietOff }) {
  if (NO_PROBLEM.includes(error.code)) {
    return html`<${Empty}>${error.message}</${Empty}>`;
  }
  return quietOff && error.code === "index-off" ? html`
    <p class="muted">This needs the request index: set <code>index.path</code> in the configuration.</p>`
    : html`<${Problem} error=${error} />`;
}
