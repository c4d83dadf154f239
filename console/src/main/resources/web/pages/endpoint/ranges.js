// The two ranges of time on page Endpoint.
import { html } from "../../html.js";
import { RangeField, useNow } from "../shared/range-field.js";
import { earlier } from "../shared/range.js";

const AGO = [["1 h before", 3600000], ["1 d before", 86400000], ["7 d before", 604800000]];

/**
 * Fields for the two ranges. `at` is the range that the next drag sets; `pick` changes it. setRange(which,
 * range) sets one range, setRanges(first, second) sets both.
 */
export function Ranges({ first, second, setRange, setRanges, at, pick }) {
  if (!first) {
    return html`
      <div class="range-row">
        <b class="range-number range-one">1</b>
        <${RangeField} label="Range" test="first" range=${undefined} onRange=${(range) => range
          && setRange(1, range)} />
        <span class="muted">Drag over the chart or type a range to see where its time went. Add a second
          range to see what changed.</span>
      </div>`;
  }
  return html`
    <div class="range-row" data-test="ranges">
      <${Picker} which=${1} at=${at} pick=${pick} text=${second ? "Before" : "Range"} />
      <${RangeField} label="First range" test="first" range=${first}
        onRange=${(range) => setRange(1, range)} />
      <${Picker} which=${2} at=${at} pick=${pick} text=${second ? "After" : "Compare with"} />
      <${RangeField} label="Second range" test="second" range=${second}
        onRange=${(range) => setRange(2, range)} />
      ${!second && html`<${Against} first=${first} setRanges=${setRanges} />`}
      ${second && html`<button type="button" onClick=${() => setRanges(second, first)}>Swap</button>`}
      <button type="button" class="quiet" data-test="clear-ranges" onClick=${() => setRanges()}>Clear</button>
    </div>`;
}

/** Buttons for usual ranges to compare the first range with. */
function Against({ first, setRanges }) {
  const now = useNow();
  const length = first.to - first.from;
  const against = (millis) => setRanges(earlier(first, millis), first);
  const newest = () => setRanges(first, { from: Math.max(first.to, now - length), to: now });
  return html`
    <span class="muted">or compare with</span>
    <button type="button" onClick=${() => against(length)}>just before</button>
    ${AGO.map(([text, millis]) => length <= millis && html`
      <button key=${text} type="button" onClick=${() => against(millis)}>${text}</button>`)}
    ${first.to < now && html`<button type="button" onClick=${newest}>newest</button>`}`;
}

function Picker({ which, at, pick, text }) {
  return html`<button type="button" aria-pressed=${String(at === which)} onClick=${() => pick(which)}
    title=${"The next drag over the chart sets range " + which}><b
    class=${"range-number " + (which === 1 ? "range-one" : "range-two")}>${which}</b>${text}</button>`;
}
