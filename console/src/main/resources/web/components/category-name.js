// The names of an endpoint's categories: the calls that tell each from the others.
import { html, useMemo } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { Name } from "./basics.js";

/** Hook: the marks of the names of an endpoint's categories in a range, by id; empty until the store answers. */
export function useCategoryNames(endpoint, range) {
  const { data } = useAnswer(endpoint && !inReport() ? "store/names" : null, { ...endpoint, ...range });
  return useMemo(() => new Map((data?.names ?? []).map(({ category, marks }) => [category, marks])), [data]);
}

/** A name by its marks {service, operation, count, otherwise}: "with bank debit, without cache GET". */
export function CategoryName({ marks }) {
  return marks.length === 0 ? "the only category" : marks.map((mark, index) => html`${index > 0 && ", "}${
    wordOf(mark)} <${Name} value=${mark.service} />${" "}<${Name} value=${mark.operation} />`);
}

function wordOf({ count, otherwise }) {
  return count === 0 ? "without" : otherwise ? count + " ×" : "with";
}
