// Page for questions to the request index.
import { html } from "../html.js";
import { Card, Empty } from "../components/basics.js";

export function QueryPage() {
  return html`<${Card} title="Query"><${Empty}>This page will answer questions and SQL.</${Empty}></${Card}>`;
}
