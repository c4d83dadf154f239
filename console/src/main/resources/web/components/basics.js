// Small parts that every page uses.
import { html, useRef } from "../html.js";
import { href } from "../router.js";
import { visible, whole, prose, moment, dateTime, local, utc, shortId } from "../format.js";

const TAIL = 14;
const NO_ALARM = ["no-answer", "not-in-report"];
const GLYPHS = { page: "▲", ticket: "◆", info: "●", bad: "▲", warn: "◆", good: "✓", plain: "" };

/** A name from a span: always text, with its own direction; the title has the whole name. */
export function Name({ value }) {
  return html`<bdi class="name" title=${whole(value)}>${visible(value)}</bdi>`;
}

/** A name on one line. If it does not fit, its middle is cut, so that its end stays readable. */
export function CutName({ value }) {
  const letters = [...visible(value)];
  if (letters.length <= 2 * TAIL) {
    return html`<${Name} value=${value} />`;
  }
  return html`
    <bdi class="name cut-name" title=${whole(value)}><span class="cut-head">${letters.slice(0, -TAIL).join("")}</span
      ><span class="cut-tail">${letters.slice(-TAIL).join("")}</span></bdi>`;
}

/** A time in the chosen zone; the title has both zones. The date is shown if it is not the day of the data. */
export function Time({ millis, date }) {
  if (!Number.isFinite(millis)) {
    return html`<span class="muted">–</span>`;
  }
  const both = local(millis) + "\n" + utc(millis);
  const text = date ? dateTime(millis) : moment(millis);
  return html`<time class="time" datetime=${iso(millis)} title=${both}>${text}</time>`;
}

function iso(millis) {
  return Math.abs(millis) < 8.6e15 ? new Date(millis).toISOString() : undefined;
}

/** A framed part of a page with a title. */
export function Card({ title, actions, children, test }) {
  return html`
    <section class="card" data-test=${test}>
      ${(title || actions) && html`
        <header class="card-head">
          <h2>${title}</h2>
          ${actions && html`<div class="card-actions">${actions}</div>`}
        </header>`}
      <div class="card-body">${children}</div>
    </section>`;
}

/** Tabs: tabs is [{key, title}], chosen a key. Arrow keys move between them. */
export function Tabs({ tabs, chosen, onChoose }) {
  const list = useRef(null);
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const at = tabs.findIndex((tab) => tab.key === chosen);
      const next = (at + step + tabs.length) % tabs.length;
      event.preventDefault();
      onChoose(tabs[next].key);
      list.current.children[next].focus();
    }
  };
  return html`
    <div class="tabs" role="tablist" ref=${list} onKeyDown=${move}>
      ${tabs.map((tab) => html`
        <button key=${tab.key} type="button" role="tab" class="tab"
          aria-selected=${String(tab.key === chosen)}
          tabindex=${tab.key === chosen ? 0 : -1} onClick=${() => onChoose(tab.key)}>${tab.title}</button>`)}
    </div>`;
}

/** Replaces a part with nothing to show; says why and what to do. */
export function Empty({ children }) {
  return html`<div class="empty">${children}</div>`;
}

/**
 * An error of the API, with what to do about it; `again` asks again if that may help. An error that only says
 * that there is no data is shown as an empty part, unless `alarm` is true.
 */
export function Problem({ error, again, alarm }) {
  if (NO_ALARM.includes(error?.code) && !alarm) {
    return html`<${Empty}>${prose(error.message)}</${Empty}>`;
  }
  const off = error?.code === "index-off";
  return html`
    <div class=${off ? "problem problem-hint" : "problem"} role=${off ? "note" : "alert"} data-test="problem">
      <span class="glyph" aria-hidden="true">${off ? "●" : "▲"}</span>
      <div>
        <p>${prose(error?.message ?? "Something went wrong. Reload the page.")}</p>
        ${off && html`<p class="muted">The request index keeps past requests. This part of the page needs
          it.</p>`}
        ${error?.code === "token-required" && html`<p><a href="/">Log in</a></p>`}
      </div>
      ${again && mayPass(error) && html`<${AskAgain} again=${again} />`}
    </div>`;
}

/** Whether the same question may get another answer later. */
function mayPass({ status }) {
  return status === 404 || !(status >= 400 && status < 500);
}

function AskAgain({ again }) {
  return html`<button type="button" class="ask-again" onClick=${() => again()} data-test="again"
    >Ask again</button>`;
}

/** A line above older data after a failed answer. If the console does not answer at all, the header says so. */
export function Outdated({ error, again }) {
  return error && error.code !== "unreachable" && html`
    <p class="outdated" role="status" data-test="outdated"><span class="glyph" aria-hidden="true">◆</span>
      <span>The newest answer failed, so this is older data: ${prose(error.message)}</span>
      <${AskAgain} again=${again} /></p>`;
}

/** A placeholder until an answer arrives; `lines` is about the height of the answer. */
export function Loading({ lines }) {
  const rows = [...Array(lines ?? 3).keys()].map((row) => html`<div key=${row} class="skeleton"></div>`);
  return html`<div class="loading" role="status" aria-label="Loading">${rows}</div>`;
}

/** A word with a colour and a glyph. kind: page, ticket, info, bad, warn, good or plain. */
export function Badge({ kind, children, title }) {
  const glyph = GLYPHS[kind] ?? "";
  return html`
    <span class=${"badge badge-" + (kind in GLYPHS ? kind : "plain")} title=${title}>
      ${glyph && html`<span class="glyph" aria-hidden="true">${glyph}</span>`}${children}</span>`;
}

/** A figure with its name. `test` and `raw` are for tests: its key, and its number from the API. */
export function Figure({ label, value, note, test, raw }) {
  return html`
    <div class="figure">
      <div class="figure-label">${label}</div>
      <div class="figure-value" data-test=${test} data-value=${raw}>${value}</div>
      ${note && html`<div class="figure-note">${note}</div>`}
    </div>`;
}

/** Link to an endpoint's page. from and to (epoch millis) are optional. */
export function EndpointLink({ endpoint, from, to }) {
  const target = href("endpoint", { service: endpoint.service, operation: endpoint.operation, from, to });
  return html`
    <a class="endpoint-link" href=${target}>
      <span class="endpoint-service"><${Name} value=${endpoint.service} /></span>${" "}
      <span class="endpoint-operation"><${Name} value=${endpoint.operation} /></span>
    </a>`;
}

/** Link to a trace's page. from and to (epoch millis) speed up the search; label replaces the short id. */
export function TraceLink({ id, from, to, label }) {
  return html`<a class="trace-link" data-test="trace-link" title=${"Trace " + whole(id)}
    href=${href("trace", { id, from, to })}>${label ?? html`<code>${shortId(id)}</code>`}</a>`;
}
