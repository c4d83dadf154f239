// Page that compares two sets of requests.
import { html } from "../html.js";
import { Card, Empty } from "../components/basics.js";

export function ComparePage() {
  return html`<${Card} title="Compare"><${Empty}>This page will compare two ranges or two versions.</${Empty}></${Card}>`;
}
