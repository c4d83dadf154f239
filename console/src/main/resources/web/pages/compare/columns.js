// Columns that compare two sets of requests.
import { html } from "../../html.js";
import { number, percent, probability, signed } from "../../format.js";
import { Badge } from "../../components/basics.js";
import { MeanCell } from "../endpoint/categories.js";

/** The largest mean of all entries, for bars with the same scale. */
export function largestMean(entries) {
  return entries.reduce((most, { before, after }) => Math.max(most, before.meanNanos, after.meanNanos), 1);
}

/** Two bars: the time before, and below it the time after. */
export function Pair({ before, after, most, marked }) {
  return html`
    <span class="pair" aria-hidden="true"><span class="pair-before"
      style=${{ width: (before / most) * 100 + "%" }}></span>
      <span class=${marked ? "pair-after pair-marked" : "pair-after"}
        style=${{ width: (after / most) * 100 + "%" }}></span></span>`;
}

/** A ratio as "×2.3"; a dash if a side has no requests. */
export function ratioText(ratio) {
  return ratio > 0 ? "×" + (ratio >= 100 ? Math.round(ratio) : ratio.toPrecision(3)) : "–";
}

/** Requests, means, their change and the test, for rows {before, after, ratio, test}. */
export function latencyColumns(most) {
  const side = (name, title) => [
    { key: name + "Requests", title: "Requests " + title, align: "end", value: (row) => row[name].requests,
      cell: (row) => number(row[name].requests) },
    { key: name + "Mean", title: "Mean " + title, align: "end", value: (row) => row[name].meanNanos,
      cell: (row) => row[name].requests === 0 ? html`<span class="muted">–</span>`
        : html`<${MeanCell} nanos=${row[name].meanNanos} error=${row[name].meanErrorNanos}
          test=${"mean-" + name} />` }
  ];
  return [
    ...side("before", "before"), ...side("after", "after"),
    { key: "bars", title: "", width: "12%", fixed: true, value: () => undefined, cell: (row) => html`
      <${Pair} before=${row.before.meanNanos} after=${row.after.meanNanos} most=${most}
        marked=${row.test.anomalous && row.test.slower >= 0.5} />` },
    { key: "change", title: "Change", align: "end",
      value: ({ before, after }) => after.meanNanos - before.meanNanos,
      cell: ({ before, after, ratio }) => before.requests > 0 && after.requests > 0 ? html`
        <${ChangeCell} before=${before.meanNanos} after=${after.meanNanos} ratio=${ratio} />` : "–" },
    ...testColumns("", ({ test }) => test)
  ];
}

/** The significance of a difference; `test(row)` returns a Significance. */
export function testColumns(prefix, test) {
  const isMade = (row) => test(row).rowsBefore > 0 && test(row).rowsAfter > 0;
  const none = () => html`<span class="muted">–</span>`;
  const side = (row) => (test(row).slower >= 0.5 ? "slower" : "faster");
  return [
    { key: prefix + "slower", title: "Slower", align: "end", value: (row) => test(row).slower,
      hint: "Probability that a request after is slower than one before; 50 % if they do not differ",
      cell: (row) => isMade(row) ? html`
        <span data-test="slower" data-value=${test(row).slower}>${percent(test(row).slower)}</span>`
          : none() },
    { key: prefix + "p", title: "p, q", align: "end", value: (row) => test(row).pValue,
      hint: "p-value: probability of such a difference by chance; below it the q-value, for all tests together",
      cell: (row) => isMade(row) ? html`
        <span class="two">
          <span data-test="p" data-value=${test(row).pValue}>${probability(test(row).pValue)}</span>
          <span class="second" data-test="q" data-value=${test(row).qValue}
            >${probability(test(row).qValue)}</span>
        </span>` : none() },
    { key: prefix + "mark", title: "Test", value: (row) => Number(test(row).anomalous),
      hint: "Whether the difference is significant: a q-value of at most 1 %",
      cell: (row) => test(row).anomalous
        ? html`<${Badge} kind=${side(row) === "slower" ? "bad" : "good"}>${side(row)}</${Badge}>`
        : none() }
  ];
}

/** The change of a time per request, with its ratio. */
export function ChangeCell({ before, after, ratio }) {
  return html`
    <span class="two" data-test="ratio" data-value=${ratio}><span>${signed(after - before)}</span>
      <span class="second">${ratioText(ratio)}</span></span>`;
}
