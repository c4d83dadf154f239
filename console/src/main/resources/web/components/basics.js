// Small parts that every page uses.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { href } from "../router.js";
import { visible, whole, prose, moment, dateTime, inZone, number, shortId, span } from "../format.js";

const TAIL = 14;
/** Where a name may go on in the next line: after a mark in it, and before a capital. */
const JOINTS = /(?<=\w[/.:_-])(?=[\w{])|(?<=[a-z0-9])(?=[A-Z])/;
/** The first sentence of an incident: the cause, since when, and the share before. */
const CAUSE = /^.*? since (?:\d{4}-\d\d-\d\d )?\d\d:\d\d UTC(?:, before [\d.]+ %)?\.(?= )/s;
export const SEVERITIES = ["page", "ticket", "info"];
export const SEVERITY_WORDS = { page: "page", ticket: "ticket", info: "notice" };
const NO_ALARM = ["no-answer", "not-in-report"];
const GLYPHS = { page: "▲", ticket: "◆", info: "●", bad: "▲", warn: "◆", good: "✓", plain: "" };

/** A name from a span: always text, with its own direction; the title has the whole name. */
export function Name({ value }) {
  return html`<bdi class="name" title=${whole(value)}>${jointed(visible(value))}</bdi>`;
}

/** A text that breaks between its words rather than within them. */
export function jointed(text) {
  return text.split(JOINTS).map((part, index) => html`${index > 0 && html`<wbr />`}${part}`);
}

/** A name on one line. If it does not fit, its middle is cut, so that its last words stay readable. */
export function CutName({ value }) {
  const [head, tail] = cutAtWord(visible(value));
  return html`
    <bdi class="name cut-name" title=${whole(value)}>
      <span class="cut-head">${head}</span><span class="cut-tail">${tail}</span></bdi>`;
}

function cutAtWord(text) {
  const words = text.split(JOINTS);
  let tail = "";
  while (words.length > 0 && tail.length + words.at(-1).length <= TAIL) {
    tail = words.pop() + tail;
  }
  const letters = [...text];
  return tail ? [words.join(""), tail] : [letters.slice(0, -TAIL).join(""), letters.slice(-TAIL).join("")];
}

/** The name of a frame `{service, operation, callee?}`; callee is the service that an edge leads to. */
export function FrameName({ frame }) {
  const { service, operation, callee } = frame;
  return html`<span class="muted"><${Name} value=${service} /></span>${" "}<${Name} value=${operation} />
    ${callee !== undefined && html`${" "}<span class="muted">→ <${Name} value=${callee} /></span>`}`;
}

/** The first sentence of an incident's summary, which names the cause and the start, and the rest. */
export function splitSummary(summary) {
  const text = prose(summary);
  const end = (CAUSE.exec(text)?.[0].length ?? text.indexOf(". ") + 1) - 1; // names may have full stops too
  return end < 0 ? { head: text, rest: "" } : { head: text.slice(0, end + 1), rest: text.slice(end + 2) };
}

/**
 * A part of the summary of a record at a time; it has times in UTC, which are shown in the chosen zone. Its
 * arrows "->" stay on one line.
 */
export function Sentence({ text, at }) {
  const shown = (part) => (part === "->" ? html`<span class="nowrap">-></span>` : jointed(part));
  return html`<bdi>${withUnits(inZone(text, at)).split(/(->)/).map(shown)}</bdi>`;
}

/** A text whose figures stay on one line with their units. */
function withUnits(text) {
  return text.replace(/(\d) (?=(?:%|ns|µs|ms|s|min)(?!\w))/g, "$1\u00a0");
}

/** A time in the chosen zone; the title has both zones. The date is shown on another day than the data's. */
export function Time({ millis, date }) {
  const both = dateTime(millis, "local") + " local\n" + dateTime(millis, "utc") + " UTC";
  return html`<time class="nowrap" title=${both}>${date ? dateTime(millis) : moment(millis)}</time>`;
}

/** A range {from, to} as "12:30:00 – 12:45:00, 15 min". */
export function RangeLabel({ range }) {
  return html`<span class="nowrap"><${Time} millis=${range.from} /> – <${Time} millis=${range.to} />,${" "}
    ${span(range.to - range.from)}</span>`;
}

/** A window of a record as a range {from, to}. */
export function rangeOfWindow({ startMillis, endMillis }) {
  return { from: startMillis, to: endMillis };
}

/** The figures {mean, p50?, p90?, p95?, p99?, max?} of an answer's distribution. */
export function figuresOf({ mean, percentiles, max }) {
  const known = Object.entries(percentiles).map(([name, { value }]) => [name, value]);
  return { mean: mean.value, ...Object.fromEntries(known), max };
}

/** The requests that an answer rests on, as a sentence. */
export function basisText({ requests, kept, exact }) {
  const all = number(Math.round(requests)) + " requests";
  return exact ? all + "." : all + ", estimated from the " + number(kept) + " kept ones.";
}

/** The start and end of a window. */
export function Window({ window }) {
  return html`<span class="muted">from <${Time} millis=${window.startMillis} /> to <${Time}
    millis=${window.endMillis} /></span>`;
}

/** A framed part of a page with a title. */
export function Card({ title, actions, children, test }) {
  return html`
    <section class="card" data-test=${test}>
      ${(title || actions) && html`
        <header class="card-head">
          <h2>${title}</h2>
          ${actions && html`<div class="card-actions">${actions}</div>`}
        </header>`}
      <div class="card-body">${children}</div>
    </section>`;
}

/**
 * Shows `children(data)` when an answer of useAnswer has arrived, otherwise a placeholder or the problem.
 * `brief` shortens the hint about the store if another part of the page shows it in full.
 */
export function Answered({ answer, lines, brief, children }) {
  const { data, error, again } = answer;
  if (data !== undefined) {
    return html`<${Outdated} error=${error} again=${again} />${children(data)}`;
  } else if (!error) {
    return html`<${Loading} lines=${lines} />`;
  }
  return brief && error.code === "store-off" ? html`
    <p class="muted">This needs the store. Set <code>store.path</code> in the configuration.</p>`
    : html`<${Problem} error=${error} again=${again} />`;
}

/** A card with an answer: `children(data)`, what is `above`, and the properties of Card and Answered. */
export function AnswerCard({ answer, lines, brief, above, children, ...card }) {
  return html`
    <${Card} ...${card}>
      ${above}
      <${Answered} answer=${answer} lines=${lines} brief=${brief}>${children}</${Answered}></${Card}>`;
}

/** A card with the records of a stream, of an endpoint or of all: `children(records)`, or `none` without. */
export function RecordsCard({ path, endpoint, none, children, ...card }) {
  const answer = useAnswer(path, endpoint, { live: true });
  const window = answer.data?.records[0]?.window;
  const title = html`${card.title} ${window && html`<${Window} window=${window} />`}`;
  return html`<${AnswerCard} answer=${answer} lines=${6} ...${card} title=${title}>${({ records }) =>
    records.length > 0 ? children(records) : html`<${Empty}>${none}</${Empty}>`}</${AnswerCard}>`;
}

/** Replaces a part with nothing to show; says why and what to do. */
export function Empty({ children }) {
  return html`<div class="empty">${children}</div>`;
}

/**
 * An error of the API, with what to do about it; `again` asks again if that may help. An error that only says
 * that there is no data is shown as an empty part.
 */
export function Problem({ error, again }) {
  if (NO_ALARM.includes(error.code)) {
    return html`<${Empty}>${prose(error.message)}</${Empty}>`;
  }
  const off = error.code === "store-off";
  const mayPass = error.status === 404 || !(error.status >= 400 && error.status < 500);
  return html`
    <div class=${off ? "problem problem-hint" : "problem"} role=${off ? "note" : "alert"} data-test="problem">
      <span class="glyph" aria-hidden="true">${off ? "●" : "▲"}</span>
      <div>
        <p>${prose(error.message)}</p>
        ${off && html`<p class="muted">The store keeps past requests. This part of the page needs
          it.</p>`}
        ${error.code === "token-required" && html`<p><a href="/">Log in</a></p>`}
      </div>
      ${again && mayPass && html`<${AskAgain} again=${again} />`}
    </div>`;
}

function AskAgain({ again }) {
  return html`<button type="button" class="ask-again" onClick=${again} data-test="again">Ask again</button>`;
}

/** A line above older data after a failed answer. If the console does not answer, the header says so. */
export function Outdated({ error, again }) {
  return error && error.code !== "unreachable" && html`
    <p class="outdated" role="status" data-test="outdated"><span class="glyph" aria-hidden="true">◆</span>
      <span>The newest answer failed, so this is older data: ${prose(error.message)}</span>
      <${AskAgain} again=${again} /></p>`;
}

/** A placeholder until an answer arrives; `lines` is about the height of the answer. */
export function Loading({ lines = 4 }) {
  const rows = [...Array(lines).keys()].map((row) => html`<div key=${row} class="skeleton"></div>`);
  return html`<div class="loading" role="status" aria-label="Loading">${rows}</div>`;
}

/** A word with a colour and a glyph. kind: page, ticket, info, bad, warn, good or plain. */
export function Badge({ kind, children, title }) {
  const glyph = GLYPHS[kind] ?? "";
  return html`
    <span class=${"badge badge-" + (kind in GLYPHS ? kind : "plain")} title=${title}>
      ${glyph && html`<span class="glyph" aria-hidden="true">${glyph}</span>`}${children}</span>`;
}

/** A severity as a badge, in a word that people use; with a count before it, or text after it. */
export function SeverityBadge({ severity, count, children }) {
  return html`<${Badge} kind=${severity}>${count !== undefined && count + " "}${
    SEVERITY_WORDS[severity] ?? severity}${children}</${Badge}>`;
}

/** A figure with its name. `test` and `raw` are for tests: its key, and its number from the API. */
export function Figure({ label, value, note, test, raw }) {
  return html`
    <div class="figure">
      <div class="figure-label">${label}</div>
      <div class="figure-value" data-test=${test} data-value=${raw}>${value}</div>
      ${note && html`<div class="figure-label">${note}</div>`}
    </div>`;
}

/** A list that shows its first elements, and the others on demand. */
export function ShortList({ items, shown }) {
  const listed = (some) => html`
    <ul class="plain-list">${some.map((item, index) => html`<li key=${index}>${item}</li>`)}</ul>`;
  return html`
    ${listed(items.slice(0, shown))}
    ${items.length > shown && html`
      <details><summary>${items.length - shown} more</summary>${listed(items.slice(shown))}</details>`}`;
}

/** Link to an endpoint's page. from and to (epoch millis) are optional. */
export function EndpointLink({ endpoint, from, to }) {
  const { service, operation } = endpoint;
  return html`
    <a class="endpoint-link" href=${href("endpoint", { service, operation, from, to })}>
      <span class="muted"><${Name} value=${service} /></span>${" "}
      <span class="endpoint-operation"><${Name} value=${operation} /></span>
    </a>`;
}

/** Link to a category's page, by its name (children) or its short id; params are those of the page. */
export function CategoryLink({ params, children }) {
  return html`
    <a class="category-link" href=${href("category", params)} data-test="category"
      title=${"Category " + whole(params.category)}>${
      children ?? html`<code>${shortId(params.category)}</code>`}</a>`;
}

/**
 * Link to a trace's page. from and to (epoch millis) speed up the search; `full` shows the whole id;
 * `incident` is the id of an incident to go back to.
 */
export function TraceLink({ id, from, to, full, incident }) {
  return html`<a class="trace-link" data-test="trace-link" title=${"Trace " + whole(id)}
    href=${href("trace", { id, from, to, incident })}><code>${full ? visible(id) : shortId(id)}</code></a>`;
}

/** The endpoint {service, operation} of parameters, whose names may be empty; undefined if one is absent. */
export function namedEndpoint({ service, operation }) {
  return service === undefined || operation === undefined ? undefined : { service, operation };
}

/** Whether two endpoints are the same; either may be undefined. */
export function sameEndpoint(one, other) {
  return one?.service === other?.service && one?.operation === other?.operation;
}

/** A key for an endpoint. */
export function endpointKey({ service, operation }) {
  return service + "\u0000" + operation;
}
