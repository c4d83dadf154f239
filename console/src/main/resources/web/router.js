// The address holds the state of a page: #/page?name=value. Hash routes also work in a file.
import { useState, useEffect } from "./html.js";
import { address, inReport } from "./api.js";

const FIRST_PAGE = "now";

/** The address of a page. A report has one answer for all time, so its links have no range. */
export function href(page, params) {
  return "#/" + address(page, inReport() ? { ...params, from: undefined, to: undefined } : params);
}

/** The page and the parameters (strings) in the address bar. */
function route() {
  const [, page, query] = /^#?\/?([^?]*)\??(.*)$/s.exec(location.hash);
  return { page: page || FIRST_PAGE, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** Goes to a page. With `replace`, the browser's history gets no new entry. */
export function navigate(page, params, { replace = false } = {}) {
  const target = href(page, params);
  if (target === location.hash) {
    return;
  }
  if (replace) {
    history.replaceState(null, "", target);
    dispatchEvent(new Event("hashchange"));
  } else {
    location.hash = target;
  }
}

/**
 * What the parts of a page need: its parameters, and functions that change some of these. `change` adds an
 * entry to the browser's history, `set` does not.
 */
export function paging(page, params) {
  return {
    params,
    change: (some) => navigate(page, { ...params, ...some }),
    set: (some) => navigate(page, { ...params, ...some }, { replace: true })
  };
}

/** Hook: the route in the address bar as {page, params}. */
export function useRoute() {
  const [shown, show] = useState(route);
  useEffect(() => {
    const follow = () => show(route());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return shown;
}
