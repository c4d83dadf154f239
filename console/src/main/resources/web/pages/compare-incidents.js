// In a report: the comparisons that it carries, one for each incident.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { AnswerCard, Badge, Empty, Sentence, rangeOfWindow, splitSummary } from "../components/basics.js";
import { CompareLink, comparedIn } from "../components/change.js";

/** The incidents, each with a link to its comparison before and after. */
export function IncidentComparisons() {
  const answer = useAnswer("incidents");
  return html`
    <${AnswerCard} title="Incidents of this report, before and after" test="incident-comparisons" answer=${answer}
      lines=${4}>${({ incidents }) => {
      const carried = incidents.map(({ incident }) => incident).filter(({ endpoints, baseline, window }) =>
        comparedIn(endpoints[0], rangeOfWindow(baseline), rangeOfWindow(window)));
      return carried.length === 0 ? html`<${Empty}>The report has no incident to compare.</${Empty}>` : html`
        <ul class="plain-list">${carried.map(({ id, severity, summary, endpoints, baseline, window, judgedMillis }) =>
          html`<li key=${id} class="row"><${Badge} kind=${severity}>${severity}</${Badge}>
            <${CompareLink} endpoint=${endpoints[0]} before=${rangeOfWindow(baseline)}
              after=${rangeOfWindow(window)}>Compare</${CompareLink}>
            <${Sentence} text=${splitSummary(summary).head} at=${judgedMillis} /></li>`)}</ul>`;
    }}</${AnswerCard}>`;
}
