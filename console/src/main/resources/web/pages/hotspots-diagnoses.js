// The part Diagnoses of page Hotspots: diagnoses of all endpoints.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { Card, Empty } from "../components/basics.js";
import { Diagnoses } from "../components/diagnoses.js";
import { Answered } from "./shared/answered.js";

export function DiagnosesPart({ params }) {
  const answer = useAnswer("records", { stream: "diagnoses" }, { live: true });
  const choose = (ranking) => navigate("hotspots", { ...params, ranking }, { replace: true });
  return html`
    <${Card}><${Answered} answer=${answer} lines=${12}>${({ records }) => records.length > 0
      ? html`<${Diagnoses} records=${records} ranking=${params.ranking} onRanking=${choose} />`
      : html`<${Empty}>No diagnosis yet. Set${" "}<code>diagnosis.enabled</code> to true in the configuration
        of the job. It then makes a diagnosis of each window.</${Empty}>`}</${Answered}></${Card}>`;
}
