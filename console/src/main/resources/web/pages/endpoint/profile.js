// Where the time of an endpoint's requests goes: a flame graph of critical paths, by latency class.
import { html } from "../../html.js";
import { download, inReport } from "../../api.js";
import { duration, number, percent } from "../../format.js";
import { Card, Empty, Figure, Tabs } from "../../components/basics.js";
import { FlameGraph } from "../../components/flame.js";
import { Answered } from "../shared/answered.js";
import { RangeLabel } from "../shared/range-field.js";

const FORMATS = ["speedscope", "pprof", "folded"];
const ALL = "all";

export function ProfileCard({ endpoint, profile, range, second, params, change }) {
  const side = second && html`
    <${Tabs} chosen=${params.of === "1" ? "1" : "2"} onChoose=${(of) => change({ of }, { replace: true })}
      tabs=${[{ key: "1", title: "1 before" }, { key: "2", title: "2 after" }]} />`;
  return html`
    <${Card} title="Where the time goes" test="profile"
      actions=${html`${side}<${Downloads} endpoint=${endpoint} range=${range} />`}>
      <${Answered} answer=${profile} lines=${10}>${(data) => html`
        <${Profile} data=${data} params=${params} change=${change} />`}</${Answered}>
    </${Card}>`;
}

/** Links to the flame graph as a file, which needs a server; a report has none. */
function Downloads({ endpoint, range }) {
  return !inReport() && html`
    <span class="muted">Download as</span>
    ${FORMATS.map((format) => html`
      <a key=${format} class="button" download="" data-test=${"open-" + format}
        href=${download("flame", { format, ...endpoint, ...range })}>${format}</a>`)}`;
}

function Profile({ data, params, change }) {
  if (data.traceCount === 0) {
    return html`<${Empty}>No request of this endpoint ended in this range.</${Empty}>`;
  }
  const classes = (data.classes ?? []).filter((each) => each.traces > 0);
  const chosen = classes.find(({ name }) => name === params.class);
  const tabs = [{ key: ALL, title: "All requests" }, ...classes.map((each) => ({ key: each.name, title: html`
    <span title=${classHint(each)}>${each.name} <span class="muted">${number(each.traces)}</span></span>`
      }))];
  return html`
    <${Totals} data=${data} />
    <${Tabs} tabs=${tabs} chosen=${chosen?.name ?? ALL}
      onChoose=${(key) => change({ class: key === ALL ? undefined : key }, { replace: true })} />
    <div class="profile-flame"><${FlameGraph} nodes=${(chosen ?? data).tree} height=${460}
      searched=${params.frames} onSearched=${(frames) => change({ frames }, { replace: true })} /></div>
    <p class="muted table-note">Times are sums over ${chosen ? "the requests of this class, estimated from "
      + number(chosen.sampledTraces) + " of them" : (data.traceCount === 1 ? "one request" : "all "
        + number(data.traceCount) + " requests")}, along the critical
          path. ${chosen && classHint(chosen)} ${evidence(data.evidence)}</p>`;
}

function classHint({ fromNanos, toNanos }) {
  return "Response times " + (fromNanos > 0 ? "above " + duration(fromNanos) + " " : "") + "up to "
    + duration(toNanos) + ".";
}

/** What may be wrong with the figures; empty if nothing is. */
function evidence({ incomplete, truncated, clippedShare }) {
  const doubts = [
    incomplete > 0 && number(incomplete) + " more requests were incomplete",
    truncated > 0 && number(truncated) + " traces were closed early by a limit",
    clippedShare >= 0.01 && percent(clippedShare)
      + " of the time was clipped from spans that exceed their parents"
  ].filter((doubt) => doubt);
  return doubts.length > 0 ? "Note: " + doubts.join("; ") + "." : "";
}

function Totals({ data }) {
  const { latencyNanos } = data;
  return html`
    <div class="figures profile-figures">
      <${Figure} label="Time" value=${html`<span class="figure-name"><${RangeLabel}
        range=${{ from: data.window.startMillis, to: data.window.endMillis }} /></span>`} />
      <${Figure} label="Requests" value=${number(data.traceCount)} test="requests" raw=${data.traceCount} />
      <${Figure} label="Errors" value=${percent(data.errorRatio)} test="errors" raw=${data.errorRatio} />
      ${["mean", "p50", "p90", "p95", "p99", "max"].map((name) => html`
        <${Figure} key=${name} label=${name} value=${duration(latencyNanos[name])} test=${name}
          raw=${latencyNanos[name]} />`)}
    </div>`;
}
