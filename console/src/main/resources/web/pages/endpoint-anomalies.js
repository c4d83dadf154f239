// The anomalies of an endpoint: marks on its heat map of latencies, and a list.
import { html, useState } from "../html.js";
import { href } from "../router.js";
import { duration, moment, number, probability } from "../format.js";
import { Card, FrameName, RangeLabel, Time, TraceLink } from "../components/basics.js";
import { anomalyKey, reasonText, seenText, traceOf } from "../components/anomaly.js";
import { Tip } from "../components/canvas.js";
import { placeLabel } from "../components/change.js";
import { Table, figureColumn } from "../components/table.js";

/** The drift of a model above which it has to be trained again. */
const MOST_DRIFT = 10;

/** The anomalies in the time of an answer of store/grid, the oldest first, with their places `x` and `y` in it. */
export function marksOn({ columns, bucketMillis, edgesNanos }, records) {
  const column = ({ startNanos }) => (startNanos / 1e6 - columns[0].timeMillis) / bucketMillis;
  return records.map((record) => ({ record, x: column(record), y: rowOf(edgesNanos, record.durationNanos) }))
    .filter(({ x }) => x >= 0 && x < columns.length).reverse();
}

/** The position of a duration among the edges of rows: 1.5 is in the middle of the second row. */
function rowOf(edges, nanos) {
  const above = edges.findIndex((edge) => edge > nanos);
  if (above <= 0) {
    return above === 0 ? 0 : edges.length - 1;
  }
  return above - 1 + (nanos - edges[above - 1]) / (edges[above] - edges[above - 1]);
}

/** Links to the traces of `marks`. Tab goes to the newest or the last one used, arrow keys to the others. */
export function AnomalyMarks({ marks, place }) {
  const [held, hold] = useState();
  const [pointed, point] = useState(null);
  const reached = marks.find(({ record }) => anomalyKey(record) === held) ?? marks.at(-1);
  const show = (record) => ({ currentTarget }) => {
    const { right, bottom } = currentTarget.getBoundingClientRect();
    point({ record, event: { clientX: right, clientY: bottom } });
  };
  return html`
    <div data-test="anomaly-marks" data-marks=${marks.length} onKeyDown=${walk}>
      ${marks.map(({ record, x, y }) => html`
        <a key=${anomalyKey(record)} class="heat-mark" data-test="anomaly-mark" data-trace=${record.traceId}
          href=${href("trace", traceOf(record))} tabindex=${record === reached.record ? 0 : -1} style=${place(x, y)}
          aria-label=${"Anomaly: " + describe(record).join(". ")} onMouseEnter=${show(record)}
          onMouseLeave=${() => point(null)} onBlur=${() => point(null)}
          onFocus=${(event) => hold(anomalyKey(record)) || show(record)(event)}></a>`)}
    </div>
    ${pointed && html`<${Tip} event=${pointed.event}>${describe(pointed.record).map((line) => html`
      <div key=${line}><bdi>${line}</bdi></div>`)}</${Tip}>`}`;
}

/** Moves the focus to the mark before or after. */
function walk(event) {
  const { previousElementSibling, nextElementSibling } = event.target;
  const next = { ArrowLeft: previousElementSibling, ArrowRight: nextElementSibling }[event.key];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}

function describe({ startNanos, durationNanos, pValue, paths: [path], ...record }) {
  return [`${moment(startNanos / 1e6)}, ${duration(durationNanos)}: ${reasonText(record)}, p ${probability(pValue)}`,
    ...(path ? [placeLabel(path.path.at(-1)) + ": " + seenText(path)] : [])];
}

/**
 * The newest anomalies of an endpoint, from an answer of /anomalies; nothing without any. `time` is the range
 * {from, to} in which the console has all of them.
 */
export function AnomaliesCard({ found, time }) {
  return found?.records.length > 0 && html`
    <${Card} title="Anomalies" test="anomalies">
      <${Found} ...${found} time=${time} />
      <${Drift} ...${found.records[0].model} />
      <${List} records=${found.records} />
      ${found.leftOut > 0 && html`<p class="muted table-note">The newest ${number(found.records.length)}; the console
        has ${number(found.leftOut)} older ones.</p>`}
    </${Card}>`;
}

/** How many were found, which is no rate: only a sample is scored. If older ones are left out, the time begins with the oldest that is not. */
function Found({ records, leftOut, time }) {
  const millis = records.map(({ startNanos }) => startNanos / 1e6);
  const range = { from: leftOut > 0 ? Math.max(time.from, millis.at(-1)) : time.from, to: time.to };
  const count = millis.filter((each) => each >= range.from && each < range.to).length;
  return count > 0 && html`
    <p class="muted change-ranges" data-test="anomaly-rate" data-value=${count}>${number(count)} requests unlike
      the others were found: <${RangeLabel} range=${range} />.</p>`;
}

function Drift({ drift }) {
  return drift > MOST_DRIFT && html`
    <p class="outdated" role="status" data-test="anomaly-drift" data-value=${drift}>
      <span class="glyph" aria-hidden="true">◆</span>
      <span>The model no longer fits: it takes ${number(Math.round(drift))} times as many normal requests for anomalies
        as it should. Run <code>tracemill train</code> again.</span></p>`;
}

function List({ records }) {
  const columns = [
    { key: "time", title: "Time", value: ({ startNanos }) => startNanos,
      cell: ({ startNanos }) => html`<${Time} millis=${startNanos / 1e6} />` },
    { key: "trace", title: "Trace", fixed: true, cell: (record) => html`<${TraceLink} ...${traceOf(record)} />` },
    { key: "reason", title: "What is strange", value: reasonText },
    { key: "path", title: "Most surprising path", fixed: true, cell: ({ paths: [path] }) => path && html`
      <${FrameName} frame=${path.path.at(-1)} />: <span class="nowrap">${seenText(path)}</span>` },
    figureColumn("anomaly", "Response time", duration, ({ durationNanos }) => durationNanos),
    figureColumn("p", "p", probability, ({ pValue }) => pValue,
      { hint: "The probability that a normal request of the training looks as strange" })
  ];
  return html`<${Table} label="Anomalies" columns=${columns} rows=${records} rowKey=${anomalyKey} height="300px"
    sort="-time" />`;
}
