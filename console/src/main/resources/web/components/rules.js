// Rules that tell slow requests from usual ones, and the attributes that they may not use.
import { html } from "../html.js";
import { inReport } from "../api.js";
import { href } from "../router.js";
import { percent, prose, visible } from "../format.js";
import { rangeText } from "./range.js";

const HALF = 0.5;

/** A rule and how many requests it sorts right. `word` is their kind: slow, failed. */
export function RuleText({ rule, accuracy, word }) {
  return html`<code><bdi>${prose(rule)}</bdi></code>${" "}<span class="muted">tells ${word} requests from usual
    ones for ${percent(accuracy)} of them (${percent(HALF)} is chance)</span>`;
}

/** Attributes of the parameter `exclude`. */
export const excludedOf = ({ exclude }) => (exclude ? exclude.split(",") : []);

/** The rules of a comparison on page Compare; a click looks for others without an attribute. */
export function ComparedRules({ rules, searched, params, set }) {
  const excluded = excludedOf(params);
  const choose = (names) => set({ exclude: names.join(",") || undefined });
  return (rules.length > 0 || excluded.length > 0) && html`
    <div data-test="rules">
      <h3 class="change-title">What slow requests have in common</h3>
      ${rules.map((each) => html`<p key=${each.rule}><${RuleText} ...${each} word="slow" />${" "}
        ${!inReport() && each.attributes.map((name) => html`
          <button key=${name} type="button" data-test="exclude" onClick=${() => choose([...excluded, name])}
            >Exclude ${visible(name)}</button>`)}</p>`)}
      ${excluded.length > 0 && html`<p class="muted table-note">Not used:${" "}
        ${excluded.map((name) => html`
          <button key=${name} type="button" data-test="include" title="Use it again"
            onClick=${() => choose(excluded.filter((other) => other !== name))}>${visible(name)} ×</button>`)}
        ${rules.length === 0 && (searched ? " Without these attributes, no rule tells slow requests apart."
          : " No call path of this endpoint surely changed, so no rule was looked for.")}</p>`}
    </div>`;
}

/** Links to page Compare with the ranges of an incident, without each attribute of a rule. */
export function ExcludeLinks({ attributes, endpoint, before, after }) {
  const ranges = { before: rangeText(before), after: rangeText(after) };
  return endpoint && !inReport() && attributes.map((name) => html`${" "}
    <a key=${name} data-test="exclude" href=${href("compare", { ...endpoint, ...ranges, exclude: name })}
      >Find rules without ${visible(name)}</a>`);
}
