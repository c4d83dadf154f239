// The button "Copy as Markdown": copies to the clipboard, or shows the text in a field.
import { html, useState, useRef, useEffect } from "../html.js";
import { incidentMarkdown } from "./incident-markdown.js";

const SHOWN_MILLIS = 2500;

export function CopyMarkdown({ answer }) {
  const [state, setState] = useState("ready");
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const done = await toClipboard(incidentMarkdown(answer, location.href.split("#")[0]));
    setState(done ? "copied" : "by-hand");
    clearTimeout(timer.current);
    if (done) {
      timer.current = setTimeout(() => setState("ready"), SHOWN_MILLIS);
    }
  };
  return html`
    <button type="button" onClick=${copy} data-test="copy">${
      state === "copied" ? "✓ Copied" : "Copy as Markdown"}</button>
    <span class="unseen" role="status">${state === "copied" ? "Copied" : ""}</span>
    ${state === "by-hand" && html`<${ByHand} answer=${answer} onClose=${() => setState("ready")} />`}`;
}

async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return throughField(text); // not a secure context, or not allowed
  }
}

function throughField(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
  }
}

function ByHand({ answer, onClose }) {
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current.showModal();
    dialog.current.querySelector("textarea").select();
  }, []);
  return html`
    <dialog class="help" ref=${dialog} onClose=${onClose} aria-label="Markdown of the incident">
      <p>The browser did not allow copying. Copy this text yourself:</p>
      <textarea class="by-hand mono" readonly rows="16" value=${
        incidentMarkdown(answer, location.href.split("#")[0])}></textarea>
      <button type="button" onClick=${() => dialog.current.close()}>Close</button>
    </dialog>`;
}
