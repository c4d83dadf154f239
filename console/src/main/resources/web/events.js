// Server-sent events. A page has one connection; a hidden tab has none.

const KINDS = ["changed", "status"];
const RETRY_MILLIS = 5000;
const listeners = new Map(KINDS.map((kind) => [kind, new Set()]));
let source = null;
let retry = 0;

/** Calls the listener with the data of each event "changed" or "status"; returns a function that stops it. */
export function listen(kind, listener) {
  listeners.get(kind).add(listener);
  connect();
  return () => listeners.get(kind).delete(listener);
}

function connect() {
  if (source || document.hidden || globalThis.TRACEMILL_REPORT || typeof EventSource === "undefined") {
    return;
  }
  source = new EventSource("./api/v1/events");
  for (const kind of KINDS) {
    source.addEventListener(kind, (event) => tell(kind, event.data));
  }
  source.addEventListener("error", failed);
}

function failed() {
  if (source?.readyState !== EventSource.CLOSED) {
    return; // the browser reconnects automatically
  }
  close();
  clearTimeout(retry);
  retry = setTimeout(connect, RETRY_MILLIS);
}

function close() {
  source?.close();
  source = null;
}

function tell(kind, text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return; // an incomplete event of a broken connection
  }
  listeners.get(kind).forEach((listener) => listener(data));
}

/** A browser allows six connections to a server, so hidden tabs close theirs, and ask again when shown. */
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    close();
  } else if ([...listeners.values()].some((set) => set.size > 0)) {
    connect();
    listeners.get("changed").forEach((listener) => listener());
  }
});
