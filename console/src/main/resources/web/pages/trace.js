// Page of one trace.
import { html } from "../html.js";
import { Card, Empty } from "../components/basics.js";

export function TracePage() {
  return html`<${Card} title="Trace"><${Empty}>This page will show the spans of one trace and its critical path.</${Empty}></${Card}>`;
}
