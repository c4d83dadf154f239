// How the calls of a category differ from those of another category, such as its precursor.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { href, navigate } from "../router.js";
import { duration, percent, shortId } from "../format.js";
import { Card, Empty, Loading } from "../components/basics.js";
import { TreeDifference } from "../components/call-tree.js";
import { Answered } from "./shared/answered.js";

/** `categories` are those of the endpoint; the address names the other category. */
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
      <label class="row"><span class="muted">compared with</span> <select value=${other} onChange=${choose}>
        ${others.map((each) => html`<option key=${each}
          value=${each}>${title(each)}</option>`)}</select></label>
      <a class="button" href=${href("category",
        { service, operation, flow: other, from, to, other: flow })}>Open that category</a>`}>
      ${mutations.loading ? html`<${Loading} lines=${5} />`
        : other ? html`<${Difference} ...${{ service, operation, from, to, other, flow, title }} />`
        : html`<${Empty}>The endpoint has no other category in this range of time.</${Empty}>`}
    </${Card}>`;
}

/** The other category comes first, so calls that only this category has are new. */
function Difference({ service, operation, from, to, other, flow, title }) {
  const answer = useAnswer("index/difference",
    { service, operation, from, to, flow: other, otherFlow: flow });
  return html`<${Answered} answer=${answer} lines=${5}>${({ calls }) => html`
    <${TreeDifference} calls=${calls} firstTitle=${title(other)} height="640px"
      secondTitle=${"This: " + title(flow)} />`}</${Answered}>`;
}

/** The likely precursors of this category, by the newest mutation that names some. */
function precursorsOf(records, flow) {
  const alert = records.find((record) => record.category?.flow === flow && record.precursors?.length > 0);
  return (alert?.precursors ?? []).map((precursor) => precursor.flow);
}

function titleOf(flow, categories, precursors) {
  const row = categories.find((category) => category.flow === flow);
  const figures = row ? `, ${percent(row.share)} of requests, mean ${duration(row.meanNanos)}` : "";
  return shortId(flow) + (precursors.includes(flow) ? " (precursor)" : "") + figures;
}
