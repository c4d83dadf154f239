// Page of one incident.
import { html } from "../html.js";
import { Card, Empty } from "../components/basics.js";

export function IncidentPage() {
  return html`<${Card} title="Incident"><${Empty}>This page will show one incident.</${Empty}></${Card}>`;
}
