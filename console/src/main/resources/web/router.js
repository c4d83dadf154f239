// The address holds the state of a page: #/page?name=value. Hash routes also work in a file.
import { useState, useEffect } from "./html.js";
import { inReport } from "./api.js";

const FIRST_PAGE = "now";
/** Parameters with names from spans, which may be empty. */
const MAY_BE_EMPTY = ["service", "operation"];

/** A report has one answer for all time, so its links have no range. */
const NOT_IN_REPORT = ["from", "to"];

/** The address of a page, without parameters that are undefined, null or empty; names may be empty. */
export function href(page, params) {
  const query = new URLSearchParams();
  const left = inReport() ? NOT_IN_REPORT : [];
  for (const [name, value] of Object.entries(params ?? {})) {
    const empty = value === undefined || value === null || (value === "" && !MAY_BE_EMPTY.includes(name));
    if (!empty && !left.includes(name)) {
      query.append(name, String(value));
    }
  }
  const text = query.toString();
  return "#/" + page + (text ? "?" + text : "");
}

/** The page and the parameters (strings) that an address names. */
export function parse(hash) {
  const address = hash.replace(/^#\/?/, "");
  const mark = address.indexOf("?");
  const page = mark < 0 ? address : address.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? "" : address.slice(mark + 1));
  return { page: page || FIRST_PAGE, params: Object.fromEntries(query) };
}

/** Goes to a page. With `replace`, the browser's history gets no new entry. */
export function navigate(page, params, options) {
  const target = href(page, params);
  if (target === location.hash) {
    return;
  }
  if (options?.replace) {
    history.replaceState(null, "", target);
    dispatchEvent(new Event("hashchange"));
  } else {
    location.hash = target;
  }
}

/** Hook: the route in the address bar as {page, params}. */
export function useRoute() {
  const [route, setRoute] = useState(() => parse(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parse(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return route;
}
