// Compares the slow requests of an endpoint with its usual ones (CRISP's latency classes).
import { html, useMemo } from "../html.js";
import { useAnswer } from "../api.js";
import { duration, number, signed } from "../format.js";
import { AnswerCard, Card, Empty, EndpointLink, namedEndpoint } from "../components/basics.js";
import { treeAccount } from "../components/change.js";
import { Choice } from "../components/controls.js";
import { filterOf } from "../components/filters.js";
import { FlameGraph } from "../components/flame.js";
import { flameNodes, treePair } from "../components/tree-pair.js";
import { Waterfall } from "../components/waterfall.js";

const USUAL = "P0-50";
const SLOW = "P95-99";

/** What differs between two latency classes of an endpoint, by default P0-50 and P95-99. */
export function ClassesCard({ params, set }) {
  const endpoint = namedEndpoint(params);
  const answer = useAnswer(endpoint ? "store/classes" : null, { ...endpoint, ...filterOf(params) });
  return endpoint ? html`
    <${AnswerCard} title=${html`Slow and usual requests of <${EndpointLink} endpoint=${endpoint} />`}
      test="classes" answer=${answer} lines=${10}>${({ classes }) => html`
      <${Classes} classes=${classes.filter(({ traces }) => traces > 0)} params=${params} set=${set} />`}</${
      AnswerCard}>` : html`
    <${Card}><${Empty}>Choose an endpoint. Its slow requests are then compared with its usual
      ones.</${Empty}></${Card}>`;
}

function Classes({ classes, params, set }) {
  const named = (name) => classes.find((each) => each.name === name);
  const usual = named(params.usual) ?? named(USUAL) ?? classes[0];
  const slow = named(params.slow) ?? named(SLOW) ?? classes.at(-1);
  const tree = useMemo(() => treePair(usual, slow), [usual, slow]);
  const options = classes.map((each) => [each.name, titleOf(each)]);
  const { start, end, terms } = treeAccount(tree);
  return html`
    <div class="form">
      <${Choice} label="Usual" value=${usual.name} options=${options} test="usual"
        onChoose=${(name) => set({ usual: name })} />
      <${Choice} label="Slow" value=${slow.name} options=${options} test="slow"
        onChoose=${(name) => set({ slow: name })} />
    </div>
    <p class="change-ranges form-row" data-test="classes-mean" data-value=${end - start}>Mean${" "}
      ${duration(start)} → ${duration(end)}, <b>${signed(end - start)}</b>. All times are means per request.</p>
    <${FlameGraph} nodes=${flameNodes(tree)} difference=${true} height=${420} view=${params} onView=${set} />
    <h3 class="change-title">Where slow requests spend the difference</h3>
    <${Waterfall} account=${{ start, end, terms }} />`;
}

/** "P95-99" as "p95–99, 3.09 s to 5.13 s, 92 requests". */
function titleOf({ name, fromNanos, toNanos, traces }) {
  const title = name.replace("<=", "≤ ").replace("P", "p").replace("-", "–");
  return `${title}, ${fromNanos > 0 ? duration(fromNanos) + " to " : "up to "}${duration(toNanos)}, `
    + number(traces) + " requests";
}
