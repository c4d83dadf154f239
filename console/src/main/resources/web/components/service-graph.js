// The picture of a service graph. Tables have the same for keyboards and screen readers.
import { html, useMemo } from "../html.js";
import { duration, percent, rate, visible } from "../format.js";
import { columnsOf, passId } from "./service-layout.js";

const BOX = { width: 176, height: 46 };
const GAP = { x: 120, y: 16 };
const MARGIN = 12;
const LONGEST = 21;
/** Edges have their figures as text only if there are few. */
const MOST_LABELS = 30;
const FAILING = 0.01;

/** Rate, errors and latency in one text. */
function figuresText({ requests, ratePerSecond, errorRatio, meanNanos }) {
  if (requests === 0) {
    return "no calls";
  }
  const failed = errorRatio > 0 ? " · " + percent(errorRatio) + " failed" : "";
  return rate(ratePerSecond) + failed + " · " + duration(meanNanos);
}

/** The class of what is wrong with a service or an edge, by its worst incident, else by its failures. */
function trouble({ incidents, figures }, severities) {
  const worst = incidents.map((id) => severities.get(id))[0];
  return "trouble-" + (worst ?? (figures.errorRatio >= FAILING ? "failing" : "none"));
}

/** `services` and `edges` as of the API; `severities` by id of incident. onChoose gets parameters. */
export function ServiceGraph({ services, edges, severities, chosen, onChoose }) {
  const shape = JSON.stringify(edges.map(({ caller, callee }) => [caller, callee]).sort());
  const { boxes, passes, width, height } = useMemo(() => boxesOf(columnsOf(edges)), [shape]);
  const known = new Map(services.map((service) => [service.name, service]));
  const busiest = Math.max(1, ...edges.map(({ figures }) => figures.requests));
  const is = (edge) => edge.caller === chosen.caller && edge.callee === chosen.callee;
  return html`
    <div class="graph-box">
      <svg class="graph" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img"
        data-test="service-graph" data-services=${services.length} data-edges=${edges.length}
        aria-label="Service graph. The tables below have the same services and calls.">
        ${edges.map((edge) => html`
          <${Edge} key=${JSON.stringify([edge.caller, edge.callee])} edge=${edge} chosen=${is(edge)}
            from=${boxes.get(edge.caller)} to=${boxes.get(edge.callee)} passes=${passes(edge)}
            weight=${edge.figures.requests / busiest} labelled=${edges.length <= MOST_LABELS}
            kind=${trouble(edge, severities)} onChoose=${onChoose} />`)}
        ${[...boxes].map(([name, box]) => known.has(name) && html`
          <${Node} key=${name} service=${known.get(name)} box=${box} chosen=${name === chosen.service}
            kind=${trouble(known.get(name), severities)} onChoose=${onChoose} />`)}
      </svg>
    </div>`;
}

function boxesOf(columns) {
  const rows = Math.max(...columns.map(({ length }) => length));
  const step = BOX.height + GAP.y;
  const boxes = new Map();
  columns.forEach((names, column) => names.forEach((name, row) => boxes.set(name, {
    x: MARGIN + column * (BOX.width + GAP.x),
    y: MARGIN + (row + (rows - names.length) / 2) * step })));
  const passes = (edge) => columns.map((_, column) => boxes.get(passId(edge, column))).filter(Boolean);
  return { boxes, passes, height: 2 * MARGIN + rows * step - GAP.y,
    width: 2 * MARGIN + columns.length * (BOX.width + GAP.x) - GAP.x };
}

function Node({ service, box, chosen, kind, onChoose }) {
  const { name, figures } = service;
  const letters = [...visible(name)];
  const text = letters.length > LONGEST ? letters.slice(0, LONGEST - 1).join("") + "…" : visible(name);
  return html`
    <g class=${"graph-node " + kind + (chosen ? " graph-chosen" : "")} data-test="graph-service"
      data-value=${name} transform=${`translate(${box.x} ${box.y})`}
      onClick=${() => onChoose({ service: name })}>
      <title>${visible(name)}: ${figuresText(figures)}</title>
      <rect width=${BOX.width} height=${BOX.height} rx="6" />
      <text x="10" y="19" class="graph-name">${text}</text>
      <text x="10" y="36" class="graph-figures">${figuresText(figures)}</text>
    </g>`;
}

function Edge({ edge, from, to, passes, weight, labelled, kind, chosen, onChoose }) {
  const start = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
  const end = { x: to.x, y: to.y + BOX.height / 2 };
  const forward = end.x > start.x;
  const bend = forward ? GAP.x / 2 : 70;
  const sag = forward ? 0 : BOX.height + GAP.y; // a call back passes below the boxes
  const curve = (a, b) => `C${a.x + bend} ${a.y + sag} ${b.x - bend} ${b.y + sag} ${b.x} ${b.y}`;
  let line = `M${start.x} ${start.y}`;
  let last = start;
  for (const { x, y } of passes) {
    const height = y + BOX.height / 2;
    line += curve(last, { x, y: height }) + `H${x + BOX.width}`;
    last = { x: x + BOX.width, y: height };
  }
  line += curve(last, end);
  return html`
    <g class=${"graph-edge " + kind + (chosen ? " graph-chosen" : "")} data-test="graph-edge"
      onClick=${() => onChoose({ caller: edge.caller, callee: edge.callee })}>
      <title>${visible(edge.caller)} → ${visible(edge.callee)}: ${figuresText(edge.figures)}</title>
      <path class="graph-hit" d=${line} />
      <path class="graph-line" d=${line} stroke-width=${1 + 3 * Math.sqrt(weight)} />
      <path class="graph-head" d=${`M${end.x - 8} ${end.y - 4} L${end.x} ${end.y} L${end.x - 8} ${end.y + 4}Z`} />
      ${labelled && html`<text class="graph-label" text-anchor="middle" x=${(last.x + end.x) / 2}
        y=${(last.y + end.y) / 2 + 0.75 * sag - 5}>${rate(edge.figures.ratePerSecond)}</text>`}
    </g>`;
}
