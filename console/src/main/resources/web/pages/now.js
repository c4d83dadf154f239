// Page Now.
import { html } from "../html.js";
import { Card, Empty } from "../components/basics.js";

export function NowPage() {
  return html`<${Card} title="Now"><${Empty}>This page will show the incidents.</${Empty}></${Card}>`;
}
