// The requests of an endpoint over time: lines, a heat map of latency, and the chosen ranges.
import { html, useMemo, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href, navigate } from "../router.js";
import { useKeys } from "../keys.js";
import { useNow } from "../status.js";
import { duration, moment, number } from "../format.js";
import { Answered, Card, SeverityBadge, Time } from "../components/basics.js";
import { Choice } from "../components/controls.js";
import { Deployments } from "../components/deployment.js";
import { HeatMap } from "../components/heat.js";
import { RangeField, earlier } from "../components/range.js";
import { AnomalyMarks, marksOn } from "./endpoint-anomalies.js";
import { Lines } from "./endpoint-lines.js";

const MINUTE = 60000;
const STEPS = 30;
const AXIS = 72;
const LISTED_MARKS = 8;
/** How far back the charts can go, besides the windows that the console keeps. */
const SHOWN = { "1h": 3600000, "6h": 21600000, "1d": 86400000, "7d": 604800000 };
const AGO = [["1 h before", 3600000], ["1 d before", 86400000], ["7 d before", 604800000]];
const KEYS = [{ keys: "r", does: "Type a range of time", run: focusRange }];

/**
 * The time to show: `{shown, store, fromStore}`. `shown` is its range, and `store` is that for questions to the store, rounded so that
 * pages that show the same time ask the same. `fromStore` is true if the console's windows (points) do not go
 * back far enough.
 */
export function viewOf(points, ranges, show, now) {
  const kept = points?.length > 1 ? { from: points[0].endMillis, to: points.at(-1).endMillis } : undefined;
  const asked = Object.hasOwn(SHOWN, show ?? "") ? { from: now - SHOWN[show], to: now } : undefined;
  const usual = asked ?? kept ?? { from: now - SHOWN["1h"], to: now };
  const { from, to } = ranges.filter(Boolean).reduce(reaching, usual);
  const inMemory = kept && from >= kept.from && to <= kept.to;
  const step = Math.max(MINUTE, Math.round((to - from) / STEPS / MINUTE) * MINUTE);
  const rounded = { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step };
  return { fromStore: points !== undefined && !inMemory, shown: rounded, store: inReport() ? undefined : rounded };
}

/** A view that also contains a range, with some time around a range outside. */
function reaching(view, { from, to }) {
  const around = (to - from) / 2;
  return { from: from < view.from ? from - around : view.from, to: to > view.to ? to + around : view.to };
}

/** Moves to the fields of the first range; of the second once the first is chosen. */
function focusRange() {
  const field = (test) => document.querySelector(`[data-test="${test}"]`);
  (field("second-from") ?? field("first-from"))?.focus();
}

export function LatencyCard({ endpoint, series, anomalies, deployments, view, first, second, setRanges, params,
  set }) {
  const grid = useAnswer(series ? "store/grid" : null, { ...endpoint, ...view.store });
  const [picked, pick] = useState(undefined); // the range that the next drag sets
  const at = first ? picked ?? 2 : 1;
  useKeys(KEYS);
  const setRange = (which, range) => {
    pick(undefined);
    return which === 1 ? setRanges(range, second) : setRanges(first ?? range, first ? range : undefined);
  };
  const usual = view.fromStore && !params.show ? "the chosen time, from the store" : "what the console keeps";
  const show = !inReport() && html`
    <${Choice} label="Show" value=${params.show ?? ""} test="show" inline
      options=${[["", usual], ...Object.keys(SHOWN).map((key) => [key, key + ", from the store"])]}
      onChoose=${(key) => set({ show: key })} />`;
  return html`
    <${Card} title="Latency, rate and errors over time" test="latency" actions=${show}>
      <${IncidentMarks} marks=${series?.marks ?? []} />
      <${Deployments} records=${deployments} title="Deployments on its path" />
      <${Lines} ...${{ series, grid, view, deployments, first, second }} picksSecond=${at === 2}
        onRange=${inReport() ? undefined : (from, to) => setRange(at, { from, to })} />
      ${!inReport() && html`<${Ranges} ...${{ first, second, setRange, setRanges, at, pick }} />`}
      <${Answered} answer=${grid} lines=${8}>${(data) => html`
        <${Heat} grid=${data} endpoint=${endpoint} anomalies=${anomalies} />`}</${Answered}>
    </${Card}>`;
}

/** Incidents from the answer of endpoint/series: firing ones first, then the newest. */
function IncidentMarks({ marks }) {
  const ended = ({ endMillis }) => Number(endMillis !== undefined);
  const sorted = [...marks].sort((a, b) => ended(a) - ended(b) || b.sinceMillis - a.sinceMillis);
  return sorted.length > 0 && html`
    <p class="marks" data-test="marks" data-value=${marks.length}>
      <span class="muted">Incidents</span>
      ${sorted.slice(0, LISTED_MARKS).map((mark) => html`
        <a key=${mark.incident} href=${href("incident", { id: mark.incident })} data-test="mark">
          <${SeverityBadge} severity=${mark.severity}> <${Time} millis=${mark.sinceMillis} />${
            ended(mark) ? "" : ", firing"}</${SeverityBadge}></a>`)}
      ${sorted.length > LISTED_MARKS && html`
        <span class="muted">and ${sorted.length - LISTED_MARKS} more</span>`}
    </p>`;
}

/**
 * Fields for the two ranges. `at` is the range that the next drag sets; `pick` changes it. setRange(which,
 * range) sets one range, setRanges(first, second) sets both.
 */
function Ranges({ first, second, setRange, setRanges, at, pick }) {
  if (!first) {
    return html`
      <div class="range-row">
        <b class="range-number range-one">1</b>
        <${RangeField} label="Range" test="first" onRange=${(range) => range && setRange(1, range)} />
        <span class="muted">Drag over the chart or type a range to see where its time went. Add a second
          range to see what changed.</span>
      </div>`;
  }
  const picker = (which, text) => html`
    <button type="button" aria-pressed=${String(at === which)} onClick=${() => pick(which)}
      title=${"The next drag over the chart sets range " + which}><b
      class=${"range-number " + (which === 1 ? "range-one" : "range-two")}>${which}</b>${text}</button>`;
  const field = (which, label, test, range) => html`
    <${RangeField} label=${label} test=${test} range=${range}
      onRange=${(typed) => setRange(which, typed)} />`;
  return html`
    <div class="range-row" data-test="ranges">
      ${picker(1, second ? "Before" : "Range")} ${field(1, "First range", "first", first)}
      ${picker(2, second ? "After" : "Compare with")} ${field(2, "Second range", "second", second)}
      ${second ? html`<button type="button" onClick=${() => setRanges(second, first)}>Swap</button>`
        : html`<${Against} first=${first} setRanges=${setRanges} />`}
      <button type="button" class="quiet" data-test="clear-ranges" onClick=${() => setRanges()}>Clear</button>
    </div>`;
}

/** Buttons for usual ranges to compare the first range with. */
function Against({ first, setRanges }) {
  const now = useNow();
  const length = first.to - first.from;
  const newest = { from: Math.max(first.to, now - length), to: now };
  const usual = [["just before", length], ...AGO.filter(([, millis]) => length <= millis)];
  const button = (text, before, after) => html`
    <button key=${text} type="button" onClick=${() => setRanges(before, after)}>${text}</button>`;
  return html`
    <span class="muted">or compare with</span>
    ${usual.map(([text, millis]) => button(text, earlier(first, millis), first))}
    ${first.to < now && button("newest", first, newest)}`;
}

function Heat({ grid, endpoint, anomalies = [] }) {
  const { bucketMillis, edgesNanos, requests, rows } = grid;
  const values = useMemo(() => grid.columns.map(({ counts }) => counts), [grid]);
  const xs = useMemo(() => grid.columns.map(({ timeMillis }) => timeMillis), [grid]);
  const ys = useMemo(() => edgesNanos.slice(0, -1), [grid]);
  const cell = (x, y) =>
    ({ from: xs[x], to: xs[x] + bucketMillis, minNanos: ys[y], maxNanos: edgesNanos[y + 1] });
  const describe = (x, y) => {
    const { from, to, minNanos, maxNanos } = cell(x, y);
    return `${moment(from)} – ${moment(to)}, ${duration(minNanos)} to ${duration(maxNanos)}: `
      + `${number(values[x][y])} requests${inReport() ? "" : ". Click or press Enter to list their traces."}`;
  };
  const marks = useMemo(() => marksOn(grid, anomalies), [grid, anomalies]);
  const over = (place) => marks.length > 0 && html`<${AnomalyMarks} marks=${marks} place=${place} />`;
  const open = (x, y) => navigate("query", { ...endpoint, q: "traces", ...cell(x, y) });
  const label = `${number(requests)} complete requests`
    + (rows < requests ? `, ${number(rows)} of them in the store` : "");
  return html`
    <${HeatMap} xs=${xs} ys=${ys} values=${values} up=${true} height=${230} left=${AXIS} xLabel=${label}
      yLabel="response time" formatX=${moment} formatY=${duration} describe=${describe}
      onCell=${inReport() ? undefined : open} over=${over} />
    ${marks.length > 0 && html`<p class="muted table-note"><span class="heat-mark heat-key"></span>An anomaly: a request
      unlike the others. Click it to open its trace.</p>`}
    ${!inReport() && html`<p class="muted table-note">Click a cell to list its traces. <a href=${href("query",
      { ...endpoint, q: "histogram", from: xs[0], to: xs.at(-1) + bucketMillis })}>Distribution of all
      requests</a></p>`}`;
}
