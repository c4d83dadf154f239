// The newest change of an endpoint for which the job made an account.
import { html } from "../../html.js";
import { useAnswer } from "../../api.js";
import { signed } from "../../format.js";
import { Card, Empty } from "../../components/basics.js";
import { Waterfall } from "../../components/waterfall.js";
import { accountOf } from "../account.js";
import { Answered } from "../shared/answered.js";
import { CompareLink } from "../shared/change-card.js";
import { RangeLabel } from "../shared/range-field.js";

function rangeOf({ startMillis, endMillis }) {
  return { from: startMillis, to: endMillis };
}

export function LastChangeCard({ endpoint }) {
  const answer = useAnswer("endpoint/records", { stream: "changes", ...endpoint }, { live: true });
  const record = answer.data?.records[0];
  const link = record && html`<${CompareLink} endpoint=${endpoint} before=${rangeOf(record.baseline)}
    after=${rangeOf(record.window)} />`;
  return html`
    <${Card} title="Newest change explained" test="last-change" actions=${link}>
      <${Answered} answer=${answer} lines=${6}>${({ records }) => records.length === 0
        ? html`<${Empty}>The job has explained no change of this endpoint.</${Empty}>`
        : html`<${Change} record=${records[0]} />`}</${Answered}>
    </${Card}>`;
}

function Change({ record }) {
  const { start, end, terms, rest } = accountOf(record);
  return html`
    <p class="muted change-ranges">Mean <b>${signed(record.deltaMeanNanos)}</b>: <${RangeLabel}
      range=${rangeOf(record.window)} />, against <${RangeLabel} range=${rangeOf(record.baseline)} /></p>
    <${Waterfall} start=${start} end=${end} terms=${terms} rest=${rest} />`;
}
