// The parts of an explanation by stack samples: its evidence, its features, and the heat map of its hosts.
import { html, useMemo } from "../html.js";
import { href } from "../router.js";
import { dateTime, duration, number, percent, points, probability, prose, signed, time, visible } from "../format.js";
import { Badge, Card, Empty, Figure, FrameName, Name, Sentence, Window } from "../components/basics.js";
import { HeatMap } from "../components/heat.js";
import { Table, figureColumn } from "../components/table.js";

/** Kind of badge and word of each verdict. */
const VERDICTS = { "culprits": ["bad", "culprits"], "no-anomaly": ["plain", "no anomaly"],
  "too-few-samples": ["warn", "too few samples"] };
/** How slow and fast spans were chosen. */
const POLICIES = {
  tail: "The slow spans are the 2 % with the most self time, at least 200; the fast ones the tenth with the least.",
  buckets: "The slow spans are the 2 % with the most self time, at least 200; the regression is over 20 groups.",
  cohorts: "The fast and slow spans are two given groups."
};
const SHOWN_HOSTS = 3;
const ROW_PIXELS = 22;
const AXIS_PIXELS = 22;
const LEAST_PIXELS = 66;
/** Each character of a heat row: its index is the share in tenths. */
const TENTHS = ".123456789#";

/** The verdict as a badge. */
export function Verdict({ verdict }) {
  const [kind, word] = VERDICTS[verdict] ?? ["plain", verdict];
  return html`<${Badge} kind=${kind}>${word}</${Badge}>`;
}

/** The first names of hosts, and the number of the others. */
export function HostNames({ hosts }) {
  return html`${hosts.slice(0, SHOWN_HOSTS).map((host, index) => html`${index > 0 && ", "}<${Name} value=${host} />`)}${
    hosts.length > SHOWN_HOSTS && html` <span class="muted">and ${hosts.length - SHOWN_HOSTS} more</span>`}`;
}

/** The sentence of an explanation and its evidence. */
export function StackHead({ record }) {
  const { span, hosts, window, incidentId, verdict, summary, policy, selfNanos, samples } = record;
  const pair = (label, text, fast, slow) => html`
    <${Figure} label=${label} value=${html`${text(fast)} <span class="muted">→</span> ${text(slow)}`} />`;
  const missing = samples.lost + samples.late + samples.unstitchable;
  const link = incidentId && html`<a class="button" href=${href("incident", { id: incidentId })}>Open the incident</a>`;
  return html`
    <${Card} test="stack-head" actions=${link} title=${html`<${FrameName} frame=${span} /> on${" "}
      <${HostNames} hosts=${hosts.map(({ host }) => host)} />${" "}<${Window} window=${window} />`}>
      <div class="row verdict"><${Verdict} verdict=${verdict} />
        <span class="verdict-text"><${Sentence} text=${prose(summary)} at=${window.endMillis} /></span></div>
      <div class="figures">
        ${pair("Self time, fast → slow", duration, selfNanos.fast, selfNanos.slow)}
        ${pair("Spans, fast → slow", number, policy.fastSpans, policy.slowSpans)}
        ${pair(`Sampled time (${samples.kind}), fast → slow`, duration, samples.fastNanos, samples.slowNanos)}
        <${Figure} label="Sampling period" value=${duration(samples.periodNanos)} />
        <${Figure} label="Virtual samples" value=${number(samples.virtual)} />
        <${Figure} label="Lost, late, unstitchable" test="missing" raw=${missing}
          value=${[samples.lost, samples.late, samples.unstitchable].map(number).join(", ")} />
      </div>
      <p class="muted table-note">${POLICIES[policy.name]} Virtual samples fill short gaps. Lost and unstitchable
        samples are missing; late ones arrived after an earlier window was explained. By the formulas of the LongTale
        paper, the standard deviation of the coefficients is ${duration(record.deviationNanos)} and their 99 % bound${" "}
        ${duration(record.boundNanos)}; neither decides the verdict.</p>
    </${Card}>`;
}

/** What was compared, culprits first. */
export function Features({ features }) {
  const rows = useMemo(() => features.map((feature, index) => ({ ...feature, index }))
    .sort((one, other) => other.culprit - one.culprit), [features]);
  const columns = [
    { key: "look", title: "Look", value: ({ look }) => look },
    { key: "name", title: "Name", width: "44%", value: ({ process, name }) => process + " " + name, cell: (row) => html`
      ${row.culprit && html`<${Badge} kind="bad">culprit</${Badge}> `}${row.name.startsWith(row.process)
        ? html`<${Name} value=${row.name} />` : html`<${FrameName} frame=${{ service: row.process, operation: row.name }} />`}` },
    figureColumn("fast-share", "Fast", percent, ({ fastShare }) => fastShare,
      { hint: "Share under fast spans: of the hosts' CPU time meanwhile, or of the spans' self time" }),
    figureColumn("slow-share", "Slow", percent, ({ slowShare }) => slowShare, { hint: "Share under slow spans" }),
    figureColumn("difference", "Difference", points, ({ fastShare, slowShare }) => slowShare - fastShare),
    figureColumn("coefficient", "Coefficient", signed, ({ coefficientNanos }) => coefficientNanos,
      { hint: "Extra self time of a span whose share is 100 %" }),
    figureColumn("p", "p", probability, ({ pValue }) => pValue,
      { hint: "Probability that chance makes any feature of the look stand out at least this much" }),
    { key: "hosts", title: "Hosts", value: ({ hosts }) => hosts.join(" "), cell: ({ hosts }) => html`
      <${HostNames} hosts=${hosts} />` }
  ];
  return html`
    <${Card} title="Features" test="features">
      <${Table} label="Features" columns=${columns} rows=${rows} rowKey=${({ index }) => index} height="480px" />
    </${Card}>`;
}

/**
 * When and where each culprit had the CPUs (LongTale figure 7): a heat map of hosts by time, of all explanations of
 * the same span and window.
 */
export function HostHeat({ record: { span, window, heat: { bucketMillis } }, all }) {
  const key = JSON.stringify([span, window]);
  const byName = useMemo(() => heatRows(all.filter((each) => JSON.stringify([each.span, each.window]) === key)), [all, key]);
  return html`
    <${Card} title="Culprits by host and time" test="host-heat">
      ${byName.size === 0 && html`<${Empty}>No process beside the spans is a culprit.</${Empty}>`}
      ${[...byName].map(([name, rows]) => html`
        <h3 key=${name}><${Name} value=${name} /></h3>
        <${Heat} key=${"of " + name} name=${name} rows=${rows} ...${{ window, bucketMillis }} />`)}
      ${byName.size > 0 && html`<p class="muted table-note">Share of the host's CPU time in ${duration(bucketMillis * 1e6)},
        in tenths.</p>`}
    </${Card}>`;
}

/** The rows of records by the name of the process, each host once, in the order of names. */
function heatRows(records) {
  const byName = new Map();
  const rows = records.flatMap(({ heat }) => heat.rows).sort((a, b) => (a.host < b.host ? -1 : 1));
  for (const row of rows) {
    const known = byName.get(row.name) ?? [];
    byName.set(row.name, known.some(({ host }) => host === row.host) ? known : [...known, row]);
  }
  return byName;
}

function Heat({ name, rows, window, bucketMillis }) {
  const { xs, values } = useMemo(() => {
    const most = Math.max(...rows.map(({ tenths }) => tenths.length));
    const xs = Array.from({ length: most }, (_, bucket) => window.startMillis + bucket * bucketMillis);
    return { xs, values: xs.map((_, x) => rows.map(({ tenths }) => TENTHS.indexOf(tenths[x]) / 10)) };
  }, [rows, window, bucketMillis]);
  return html`
    <${HeatMap} xs=${xs} ys=${rows} values=${values} left=${Math.min(280, Math.round(innerWidth * 0.22))}
      height=${Math.max(LEAST_PIXELS, rows.length * ROW_PIXELS + AXIS_PIXELS)} xLabel="time"
      yLabel=${"hosts with " + visible(name)} formatX=${time} formatY=${({ host }) => visible(host)} formatValue=${percent}
      describe=${(x, y) => `${visible(rows[y].host)}, ${dateTime(xs[x])}: ${percent(Math.max(0, values[x][y]))}`} />`;
}
