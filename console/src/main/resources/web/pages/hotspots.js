// Page of the operations that cost most over all endpoints.
import { html } from "../html.js";
import { Card, Empty } from "../components/basics.js";

export function HotspotsPage() {
  return html`<${Card} title="Hotspots"><${Empty}>This page will show where time goes over all endpoints.</${Empty}></${Card}>`;
}
