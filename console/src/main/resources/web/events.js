// Server-sent events. A page has one connection; a hidden tab has none, since a browser allows six.

const RETRY_MILLIS = 5000;
const listeners = { changed: new Set(), status: new Set() };
let source = null;

/** Calls the listener with the data of each event "changed" or "status"; returns a function that stops it. */
export function listen(kind, listener) {
  listeners[kind].add(listener);
  connect();
  return () => listeners[kind].delete(listener);
}

function connect() {
  if (source || document.hidden || globalThis.TRACEMILL_REPORT) {
    return;
  }
  const opened = new EventSource("./api/v1/events");
  source = opened;
  for (const kind of Object.keys(listeners)) {
    opened.addEventListener(kind, (event) => tell(kind, JSON.parse(event.data)));
  }
  opened.addEventListener("error", () => {
    if (source === opened && opened.readyState === EventSource.CLOSED) { // or else the browser reconnects
      source = null;
      setTimeout(connect, RETRY_MILLIS);
    }
  });
}

function tell(kind, data) {
  listeners[kind].forEach((listener) => listener(data));
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    source?.close();
    source = null;
  } else {
    connect();
    tell("changed", {});
  }
});
