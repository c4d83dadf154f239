// Page Stacks: what ran on hosts while spans were slow, by stack samples (LongTale).
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { href, paging } from "../router.js";
import { duration, number, prose, span as lengthOf } from "../format.js";
import { Answered, Card, Empty, FrameName, Sentence, Time }
  from "../components/basics.js";
import { hash } from "../components/canvas.js";
import { StackFlames } from "../components/stack-flames.js";
import { Table } from "../components/table.js";
import { Features, HostHeat, HostNames, StackHead, Verdict } from "./stacks-parts.js";

export function StacksPage({ params }) {
  const answer = useAnswer("stack-explanations", {}, { live: true });
  return html`
    <div class="page-head"><h1>Stacks</h1>
      <span class="muted">What ran on hosts while spans were slow, by stack samples</span></div>
    <${Answered} answer=${answer} lines=${12}>${({ records }) => html`
      <${Explanations} all=${records} ...${paging("stacks", params)} />`}</${Answered}>`;
}

function Explanations({ all, params, set }) {
  const listed = all.filter(({ incidentId }) => !params.incident || incidentId === params.incident);
  const chosen = listed.find((record) => idOf(record) === params.chosen) ?? listed[0];
  const title = params.incident && html`Of one <a href=${href("incident", { id: params.incident })}>incident</a>${
    " "}<a class="button" href=${href("stacks")}>Show all</a>`;
  return html`
    <div class="stack stacks" data-test="stacks" data-records=${listed.length}>
      <${Card} title=${title}>${chosen ? html`
        <${List} records=${listed} chosen=${chosen} onRow=${(record) => set({ chosen: idOf(record) })} />` : html`<${Nothing} />`}</${Card}>
      ${chosen && html`<${Chosen} key=${idOf(chosen)} record=${chosen} all=${all} />`}
    </div>`;
}

/** Names an explanation in the address. */
function idOf({ window, hosts, span, policy, incidentId }) {
  const names = [window.startMillis, window.endMillis, hosts.map(({ host }) => host), span, policy.name, incidentId];
  return hash(JSON.stringify(names)).toString(36);
}

function Nothing() {
  return html`<${Empty}>No explanation by stack samples. For a running job, set <code>stacks.topics</code> in the
    configuration. For files, run <code>tracemill explain --json</code> and give what it prints to${" "}
    <code>tracemill report --explanations</code>.</${Empty}>`;
}

function List({ records, chosen, onRow }) {
  const columns = [
    { key: "shown", title: "", cell: (record) => record === chosen
      && html`<span class="arrow" role="img" aria-label="Shown below">▶</span>` },
    { key: "window", title: "Time", cell: ({ window: { startMillis, endMillis } }) => html`
      <${Time} millis=${startMillis} />, <span class="muted nowrap">${lengthOf(endMillis - startMillis)}</span>` },
    { key: "span", title: "Span", cell: ({ span }) => html`<${FrameName} frame=${span} />` },
    { key: "hosts", title: "Hosts", cell: ({ hosts }) => html`<${HostNames} hosts=${hosts.map(({ host }) => host)} />` },
    { key: "verdict", title: "Verdict", cell: ({ verdict }) => html`<${Verdict} verdict=${verdict} />` },
    { key: "summary", title: "Summary", width: "38%", cell: ({ summary, window }) => html`
      <${Sentence} text=${prose(summary)} at=${window.endMillis} />` },
    { key: "evidence", title: "Evidence", width: "20%", cell: (record) => html`
      <span class="muted">${evidence(record)}</span>` }
  ];
  return html`<${Table} label="Explanations by stack samples" columns=${columns} rows=${records} rowKey=${idOf} ordered
    height="380px" onRow=${onRow} />`;
}

function evidence({ policy, samples }) {
  const missing = [["lost", samples.lost], ["late", samples.late]].filter(([, count]) => count > 0)
    .map(([word, count]) => ", " + number(count) + " " + word);
  return number(policy.slowSpans) + " slow spans with " + duration(samples.slowNanos) + " of samples, "
    + number(policy.fastSpans) + " fast ones with " + duration(samples.fastNanos) + "; each "
    + duration(samples.periodNanos) + missing.join("");
}

/** The parts of one explanation; its heat map has all hosts of its span in that time. */
function Chosen({ record, all }) {
  return html`
    <${StackHead} record=${record} />
    <${Features} features=${record.features} />
    <${HostHeat} record=${record} all=${all} />
    <${StackFlames} record=${record} />`;
}
