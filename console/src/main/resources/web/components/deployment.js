// New versions of services: lines with their verdicts, and marks on charts.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { duration, number, percent, visible } from "../format.js";
import { Badge, Name, ShortList, Time } from "./basics.js";

const OUTCOMES = { "better": ["good", "better"], "worse": ["bad", "worse"],
  "no-difference": ["plain", "no difference"], "too-few-requests": ["plain", "too few requests"] };
const SHOWN = 5;

/** Hook: the deployments, newest first; only those on the services, if these are given. */
export function useDeployments(services) {
  const records = useAnswer("deployments", {}, { live: true }).data?.records ?? [];
  return services ? records.filter(({ service }) => services.has(service)) : records;
}

/** The deployments as marks of a LineChart. */
export function deploymentMarks(records) {
  return records.map(({ service, after, sinceMillis }) =>
    ({ millis: sinceMillis, label: visible(service) + " " + visible(after), kind: "deployment" }));
}

/** A list of deployments with their verdicts; nothing without any. */
export function Deployments({ records, title }) {
  return records.length > 0 && html`
    <div class="incident-figures" data-test="deployments" data-value=${records.length}>
      ${title && html`<span class="muted">${title}</span>`}
      <${ShortList} shown=${SHOWN} items=${records.map((record) => html`<${Line} record=${record} />`)} /></div>`;
}

function Line({ record: { service, before, after, sinceMillis, share, ended, verdict } }) {
  return html`
    <span class="muted"><${Time} millis=${sinceMillis} /></span>${" "}
    <${Name} value=${service} />: <${Name} value=${before} /> → <${Name} value=${after} />${" "}
    <span class="muted nowrap">on ${percent(share)} of requests${ended && ", ended"}</span>${" "}
    ${verdict && html`<${Verdict} verdict=${verdict} />`}`;
}

function Verdict({ verdict: { outcome, before, after } }) {
  const [kind, word] = OUTCOMES[outcome] ?? ["plain", visible(outcome)];
  return html`
    <${Badge} kind=${kind}>${word}</${Badge}>${" "}
    ${Math.min(before.requests, after.requests) > 0 && html`
      <span class="muted">${duration(before.latencyNanos)} → ${duration(after.latencyNanos)},${" "}
        ${percent(before.failedShare)} → ${percent(after.failedShare)} failed, by${" "}
        ${number(before.requests)} and ${number(after.requests)} requests</span>`}`;
}
