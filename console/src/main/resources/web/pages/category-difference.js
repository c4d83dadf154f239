// How the calls of a category differ from those of another one, or of what its requests were before.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { href, navigate } from "../router.js";
import { duration, percent, shortId } from "../format.js";
import { Card, Empty, Loading } from "../components/basics.js";
import { TreeDifference } from "../components/call-tree.js";
import { Answered } from "./shared/answered.js";

/** `categories` are those of the endpoint; the other one is in the address. */
export function CategoryDifferences({ params, categories }) {
  const { service, operation, flow, from, to } = params;
  const mutations = useAnswer("endpoint/records", { stream: "mutations", service, operation });
  const precursors = precursorsOf(mutations.data?.records ?? [], flow);
  const others = [...new Set([...precursors,
    ...categories.map((category) => category.flow)])].filter((each) => each !== flow);
  const other = params.other ?? others[0];
  const choose = (event) => navigate("category", { ...params, other: event.currentTarget.value },
    { replace: true });
  const title = (each) => titleOf(each, categories, precursors);
  return html`
    <${Card} title="Structural difference" test="category-difference" actions=${others.length > 0 && html`
      <label class="row"><span class="muted">to</span> <select value=${other} onChange=${choose}>
        ${others.map((each) => html`<option key=${each}
          value=${each}>${title(each)}</option>`)}</select></label>
      <a class="button" href=${href("category",
        { service, operation, flow: other, from, to, other: flow })}>Open it</a>`}>
      ${mutations.loading ? html`<${Loading} lines=${5} />`
        : other ? html`<${Difference} ...${{ service, operation, from, to, other, flow, title }} />`
        : html`<${Empty}>The endpoint has no other category in this time.</${Empty}>`}
    </${Card}>`;
}

/** The other category is the first: what this one has more is new. */
function Difference({ service, operation, from, to, other, flow, title }) {
  const answer = useAnswer("index/difference",
    { service, operation, from, to, flow: other, otherFlow: flow });
  return html`<${Answered} answer=${answer} lines=${5}>${({ calls }) => html`
    <${TreeDifference} calls=${calls} firstTitle=${title(other)}
      secondTitle=${"This: " + title(flow)} />`}</${Answered}>`;
}

/** The categories that the requests of this one probably were before, by the newest alert that names some. */
function precursorsOf(records, flow) {
  const alert = records.find((record) => record.category?.flow === flow && record.precursors?.length > 0);
  return (alert?.precursors ?? []).map((precursor) => precursor.flow);
}

function titleOf(flow, categories, precursors) {
  const row = categories.find((category) => category.flow === flow);
  const figures = row ? `, ${percent(row.share)} of requests, mean ${duration(row.meanNanos)}` : "";
  return shortId(flow) + (precursors.includes(flow) ? " (precursor)" : "") + figures;
}
