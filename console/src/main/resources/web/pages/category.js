// Page of one category of requests.
import { html } from "../html.js";
import { Card, Empty } from "../components/basics.js";

export function CategoryPage() {
  return html`<${Card} title="Category"><${Empty}>This page will show the call tree, histogram, tendency and differences of one category.</${Empty}></${Card}>`;
}
