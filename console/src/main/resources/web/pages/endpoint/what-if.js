// The time that an endpoint's requests would save if one place were faster.
import { html, useState } from "../../html.js";
import { useAnswer } from "../../api.js";
import { duration, number, percent, signed } from "../../format.js";
import { Card, Empty, Time } from "../../components/basics.js";
import { Place, placeText } from "../../components/place.js";
import { Table } from "../../components/table.js";
import { Answered } from "../shared/answered.js";

const SAVED = [["meanNanos", "Mean"], ["p50Nanos", "p50"], ["p95Nanos", "p95"], ["p99Nanos", "p99"]];

export function WhatIfCard({ endpoint }) {
  const answer = useAnswer("endpoint/records", { stream: "what-ifs", ...endpoint }, { live: true });
  return html`
    <${Card} title="What if a place were faster" test="what-if">
      <${Answered} answer=${answer} lines=${6}>${({ records }) => records.length === 0
        ? html`<${Empty}>No what-ifs yet. The job needs 20 sampled requests of the endpoint in a
          window.</${Empty}>`
        : html`<${WhatIfs} record=${records[0]} />`}</${Answered}>
    </${Card}>`;
}

function WhatIfs({ record }) {
  const [sort, setSort] = useState("");
  const columns = [
    { key: "place", title: "Place", value: ({ place }) => placeText(place),
      cell: ({ place }) => html`<${Place} place=${place} />` },
    { key: "faster", title: "Faster by", align: "end", value: ({ faster }) => faster,
      cell: ({ faster }) => percent(faster) },
    ...SAVED.map(([key, title]) => ({ key, title: title + " saves", align: "end",
      value: ({ saved }) => saved[key],
      cell: ({ saved }) => html`<span data-test="saved" data-value=${saved[key]}
        title=${"of " + duration(record.before[key])}
        >${saved[key] < 0 ? signed(saved[key]) : duration(saved[key])}${record.before[key] > 0 && html`
        <span class="muted"> ${percent(saved[key] / record.before[key])}</span>`}</span>` })),
    { key: "then", title: "Then critical", value: ({ criticalThenNanos }) => criticalThenNanos,
      hint: "The place that gains most time on critical paths", cell: ({ criticalThen }) => criticalThen
        ? html`<${Place} place=${criticalThen} />` : html`<span class="muted">–</span>` }
  ];
  return html`
    <${Table} label="What if" columns=${columns} rows=${record.changes} sort=${sort} onSort=${setSort}
      height="420px"
      rowKey=${({ place, faster }) => JSON.stringify(place) + faster} />
    <p class="muted table-note">Critical paths recomputed
      for ${number(record.sampled)} of ${number(record.requests)}
      ${" "}requests, <${Time} millis=${record.window.startMillis} /> – <${Time}
        millis=${record.window.endMillis} />.</p>`;
}
