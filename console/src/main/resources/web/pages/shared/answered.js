// A part of a page whose answer may come later or not at all.
import { html } from "../../html.js";
import { Loading, Outdated, Problem } from "../../components/basics.js";

/**
 * Shows `children(data)` when the answer has arrived, otherwise a placeholder or the problem. `answer` is from
 * useAnswer. `quietOff` shortens the hint about the index if another part of the page shows it in full. `alarm`
 * is passed to Problem.
 */
export function Answered({ answer, lines, quietOff, alarm, children }) {
  const { data, error, again } = answer;
  if (data !== undefined) {
    return html`<${Outdated} error=${error} again=${again} />${children(data)}`;
  } else if (!error) {
    return html`<${Loading} lines=${lines ?? 4} />`;
  }
  return quietOff && error.code === "index-off" ? html`
    <p class="muted">This needs the request index. Set <code>index.path</code> in the configuration.</p>`
    : html`<${Problem} error=${error} again=${again} alarm=${alarm} />`;
}
