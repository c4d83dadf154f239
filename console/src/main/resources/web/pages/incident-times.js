// Ranges of time around an incident, for links and charts; and what became of it.
import { html } from "../html.js";
import { Badge } from "../components/basics.js";

const CONTEXT_MILLIS = 3600000;
const MARGIN_MILLIS = 600000;

/** The time around an incident, for links to its endpoints. */
export function around(incident) {
  return { from: incident.sinceMillis - CONTEXT_MILLIS, to: incident.judgedMillis };
}

/** When the traces of the incident's window took place, with a margin. */
export function traceRange({ window }) {
  return { from: window.startMillis - MARGIN_MILLIS, to: window.endMillis + MARGIN_MILLIS };
}

/** Whether it goes on, and if not why. One that fell silent ended without a record that says so. */
export function outcome(incident, firing) {
  return firing ? "firing" : incident.status === "firing" ? "silent" : incident.reason ?? "ended";
}

/** The outcome as a badge. */
export function Outcome({ incident, firing }) {
  const text = outcome(incident, firing);
  const kind = { firing: "bad", recovered: "good" }[text] ?? "plain";
  return html`<${Badge} kind=${kind}>${text}</${Badge}>`;
}
