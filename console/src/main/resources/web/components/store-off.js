// What stands in for a page that asks the store, if there is none.
import { html } from "../html.js";
import { inReport } from "../api.js";
import { useStatus } from "../status.js";
import { Card, Empty } from "./basics.js";

/** The children, unless the console has no store. */
export function WithStore({ children }) {
  const { status } = useStatus();
  return inReport() || status?.storeOn !== false ? children : html`
    <${Card} test="store-off"><${Empty}>This page asks the store, and the console has none. Set${" "}
      <code>store.path</code> in the configuration of the job and the console, then restart
      both.</${Empty}></${Card}>`;
}
