// Page Endpoints.
import { html } from "../html.js";
import { Card, Empty } from "../components/basics.js";

export function EndpointsPage() {
  return html`<${Card} title="Endpoints"><${Empty}>This page will list the endpoints.</${Empty}></${Card}>`;
}
