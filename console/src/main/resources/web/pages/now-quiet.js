// Page Now without an incident. It says that there is none only if the data is current.
import { html } from "../html.js";
import { useStatus } from "../status.js";
import { visible } from "../format.js";
import { Card, Time } from "../components/basics.js";

const REASONS = {
  "starting": "the console has been starting",
  "catching-up": "the console has been reading older records",
  "silent": "no record has arrived",
  "down": "Kafka has been unreachable"
};

/** Why the data is not current: {text, sinceMillis, more}; undefined if it is current or recorded. */
function doubt(status, lostMillis, failed) {
  if (lostMillis) {
    return { text: "the console has not answered", sinceMillis: lostMillis };
  } else if (failed) {
    return { text: "the newest answer failed" };
  }
  const { state, sinceMillis, reason } = status?.feed ?? {};
  return Object.hasOwn(REASONS, state ?? "") ? { text: REASONS[state], sinceMillis, more: reason, state }
    : undefined;
}

/** A line above incidents while the console still reads older records. */
export function NotOfNow() {
  const { status } = useStatus();
  const why = doubt(status);
  return ["starting", "catching-up"].includes(why?.state) && html`
    <p class="outdated" role="status" data-test="not-of-now"><span class="glyph" aria-hidden="true">◆</span>
      <span>This data is not current yet: ${why.text} since <${Time}
        millis=${why.sinceMillis} />.</span></p>`;
}

/** Says that no incident fires, or why that is not known. */
export function Quiet({ status, watch, failed }) {
  const { status: newest, lostMillis } = useStatus();
  const why = doubt(newest ?? status, lostMillis, failed);
  return html`
    <${Card} test=${why ? "not-known" : "quiet"}>
      <div class="quiet-now">
        <span class=${why ? "quiet-mark quiet-unknown" : "quiet-mark"} aria-hidden="true">${why ? "?"
          : "✓"}</span>
        <div>
          <h2 class="quiet-head">${why ? "Not known" : "No incident"}</h2>
          <p class="muted">${why ? html`<${Unknown} why=${why} asOf=${status?.asOfMillis} />`
            : quietText(status, watch?.watching ?? 0)}</p>
        </div>
      </div>
    </${Card}>`;
}

function Unknown({ why, asOf }) {
  return html`Whether there is an incident is not known: ${why.text}${why.sinceMillis && html`${" "}since${" "}
    <${Time} millis=${why.sinceMillis} />`}.${asOf && html` At <${Time} millis=${asOf} />, the end of the
    newest window, none was firing.`}${why.more && " Reason: " + visible(why.more)}`;
}

function quietText(status, watched) {
  if (!status?.asOfMillis) {
    return "No window of the job has arrived yet. Check that the job runs and that spans arrive.";
  } else if (watched === 0) {
    return "But no endpoint is watched yet, so a change would not be detected. The list Watched says why.";
  }
  return "A change would be detected at " + watched + " of " + (status.endpoints ?? "?") + " endpoints.";
}
