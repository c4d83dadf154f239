// Server-sent events, for hidden tabs too. All tabs share one connection, since a browser allows only six.

const RETRY_MILLIS = 5000;
const SHARED = "tracemill-events " + location.pathname;
const listeners = { changed: new Set(), status: new Set() };
let following = false;

/** Calls the listener with the data of each event "changed" or "status"; returns a function that stops it. */
export function listen(kind, listener) {
  listeners[kind].add(listener);
  if (!following && !globalThis.TRACEMILL_REPORT) {
    following = true;
    follow();
  }
  return () => listeners[kind].delete(listener);
}

/** The tab that holds the lock connects and tells the others; the next one takes over when it closes. */
function follow() {
  if (!navigator.locks) { // without TLS, beyond this computer
    connect(tell);
    return;
  }
  const tabs = new BroadcastChannel(SHARED);
  tabs.addEventListener("message", (event) => tell(event.data));
  navigator.locks.request(SHARED, () => {
    connect((told) => {
      tell(told);
      tabs.postMessage(told);
    });
    return new Promise(() => {}); // until the tab closes
  });
}

function connect(pass) {
  const source = new EventSource("./api/v1/events");
  for (const kind of Object.keys(listeners)) {
    source.addEventListener(kind, (event) => pass({ kind, data: JSON.parse(event.data) }));
  }
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) { // or else the browser reconnects
      setTimeout(connect, RETRY_MILLIS, pass);
    }
  });
}

function tell({ kind, data }) {
  listeners[kind].forEach((listener) => listener(data));
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    tell({ kind: "changed", data: {} });
  }
});
