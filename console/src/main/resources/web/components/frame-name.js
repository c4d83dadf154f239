// The name of a frame: its service, its operation, and the service that an edge leads to.
import { html } from "../html.js";
import { Name } from "./basics.js";

/** `frame` is `{service, operation, callee?}`. */
export function FrameName({ frame }) {
  const { service, operation, callee } = frame;
  return html`<span class="muted"><${Name} value=${service} /></span>${" "}<${Name} value=${operation} />
    ${callee !== undefined && html`${" "}<span class="edge">→ <${Name} value=${callee} /></span>`}`;
}
