// Where requests of an endpoint are slow.
import { html } from "../../html.js";
import { useAnswer } from "../../api.js";
import { Card, Empty } from "../../components/basics.js";
import { Diagnoses } from "../../components/diagnoses.js";
import { Answered } from "../shared/answered.js";

export function DiagnosesCard({ endpoint, params, change }) {
  const answer = useAnswer("endpoint/records", { stream: "diagnoses", ...endpoint }, { live: true });
  const choose = (ranking) => change({ ranking }, { replace: true });
  return html`
    <${Card} title="Diagnoses" test="diagnoses">
      <${Answered} answer=${answer} lines=${6}>${({ records }) => records.length > 0
        ? html`<${Diagnoses} records=${records} ranking=${params.ranking} onRanking=${choose} />`
        : html`<${Empty}>No diagnosis of this endpoint. The job makes one if${" "}
          <code>diagnosis.enabled</code> is true and a window has enough requests.</${Empty}>`}</${Answered}>
    </${Card}>`;
}
