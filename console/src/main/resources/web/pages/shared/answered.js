// A part of a page whose answer may come later, or not at all.
import { html } from "../../html.js";
import { Loading, Outdated, Problem } from "../../components/basics.js";

/**
 * Shows a function of the answer's data when it is there, otherwise what is in its way. `answer` is of
 * useAnswer; `quietOff` shortens the hint about the index where another part of the page says it in full;
 * `alarm` is of Problem.
 */
export function Answered({ answer, lines, quietOff, alarm, children }) {
  const { data, error, again } = answer;
  if (data !== undefined) {
    return html`<${Outdated} error=${error} again=${again} />${children(data)}`;
  } else if (!error) {
    return html`<${Loading} lines=${lines ?? 4} />`;
  }
  return quietOff && error.code === "index-off" ? html`
    <p class="muted">This needs the request index: set <code>index.path</code> in the configuration.</p>`
    : html`<${Problem} error=${error} again=${again} alarm=${alarm} />`;
}
