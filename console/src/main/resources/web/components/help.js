// The dialog that lists the keys.
import { html, useEffect, useRef } from "../html.js";
import { boundKeys } from "../keys.js";

export function Help({ onClose }) {
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  return html`
    <dialog class="help" ref=${dialog} onClose=${onClose} aria-labelledby="help-title" data-test="help"
      onClick=${(event) => event.target === dialog.current && dialog.current.close()}>
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        ${boundKeys().map(({ keys, does }) => html`
          <div key=${keys}>
            <dt>${keys.split(" ").map((key) => html`<kbd key=${key}>${key}</kbd>`)}</dt>
            <dd>${does}</dd>
          </div>`)}
      </dl>
      <p class="muted help-note">Every view has its own address. Copy it from the address bar into a
        ticket.</p>
      <button type="button" onClick=${() => dialog.current.close()}>Close</button>
    </dialog>`;
}
