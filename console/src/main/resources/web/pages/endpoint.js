// Page of one endpoint.
import { html } from "../html.js";
import { Card, Empty } from "../components/basics.js";

export function EndpointPage() {
  return html`<${Card} title="Endpoint"><${Empty}>This page will show latency over time, flame graphs, changes, categories and exemplars of one endpoint.</${Empty}></${Card}>`;
}
