// Ranges of time around an incident, for links and charts; and its outcome.
import { html } from "../html.js";
import { Badge } from "../components/basics.js";

const CONTEXT_MILLIS = 3600000;
const MARGIN_MILLIS = 600000;

/** The time around an incident, for links to its endpoints. */
export function around(incident) {
  return { from: incident.sinceMillis - CONTEXT_MILLIS, to: incident.judgedMillis };
}

/** The time of the traces in the incident's window, with a margin. */
export function traceRange({ window }) {
  return { from: window.startMillis - MARGIN_MILLIS, to: window.endMillis + MARGIN_MILLIS };
}

/** Whether it still fires, or why not. A silent incident ended without a record of its end. */
export function outcome(incident, firing) {
  return firing ? "firing" : incident.status === "firing" ? "silent" : incident.reason ?? "ended";
}

/** The outcome as a badge. */
export function Outcome({ incident, firing }) {
  const text = outcome(incident, firing);
  const kind = { firing: "bad", recovered: "good" }[text] ?? "plain";
  return html`<${Badge} kind=${kind}>${text}</${Badge}>`;
}
