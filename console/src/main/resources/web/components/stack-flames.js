// The stacks in the self time of fast and slow spans, and their difference, as flame graphs.
import { html, useMemo } from "../html.js";
import { points } from "../format.js";
import { Card } from "./basics.js";
import { FlameGraph } from "./flame.js";
import { flameNodes, treePair } from "./tree-pair.js";

const HEIGHT = 420;

/**
 * The functions `{parent, frame, nanos}` below a span's process as nodes of FlameGraph: means of `spans` spans,
 * and the rest of their self time.
 */
function stackNodes(functions, spans, selfNanos) {
  const nodes = [];
  for (const { parent, frame, nanos } of functions) {
    const above = nodes[parent];
    const mean = nanos / spans;
    nodes.push({ parent, service: above?.service ?? frame, operation: above ? frame : "", hue: frame,
      inclusiveNanos: mean, exclusiveNanos: mean });
    if (above) {
      above.exclusiveNanos -= mean;
    }
  }
  const rest = nodes.reduce((left, node) => left - (node.parent < 0 ? node.inclusiveNanos : 0), selfNanos);
  return rest > 0 ? [...nodes, { parent: -1, service: "(other)", operation: "off the CPU, or not sampled",
    inclusiveNanos: rest, exclusiveNanos: rest }] : nodes;
}

/** Three flame graphs of a stack explanation; in the difference, fast spans are stretched to slow ones. */
export function StackFlames({ record: { flame, policy, selfNanos } }) {
  const { fast, slow, both } = useMemo(() => {
    const fast = stackNodes(flame.fast, policy.fastSpans, selfNanos.fast);
    const slow = stackNodes(flame.slow, policy.slowSpans, selfNanos.slow);
    const stretched = { tree: fast, traces: selfNanos.fast / selfNanos.slow };
    return { fast, slow, both: flameNodes(treePair(stretched, { tree: slow, traces: 1 })) };
  }, [flame, policy, selfNanos]);
  const words = { before: "under fast spans", after: "under slow spans",
    change: (nanos) => points(nanos / selfNanos.slow) };
  return html`
    <${Card} title="Slow minus fast" test="flame-difference">
      <p class="muted change-ranges">Shares of the self time of spans. Orange: a larger share under slow spans. Blue: a
        smaller one. Times are per mean slow span; those of fast spans are scaled to the same self time.</p>
      <${FlameGraph} nodes=${both} difference=${true} words=${words} height=${HEIGHT} whole=${selfNanos.slow}
        label="Flame graph of slow spans minus fast spans" />
    </${Card}>
    <div class="columns">
      <${Card} title="Fast spans" test="flame-fast">
        <${FlameGraph} nodes=${fast} height=${HEIGHT} whole=${selfNanos.fast} label="Flame graph of fast spans" /></${Card}>
      <${Card} title="Slow spans" test="flame-slow">
        <${FlameGraph} nodes=${slow} height=${HEIGHT} whole=${selfNanos.slow} label="Flame graph of slow spans" /></${Card}>
    </div>`;
}
