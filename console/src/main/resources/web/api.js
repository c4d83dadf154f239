// Asks the console's server, or the data in a report.
import { useState, useEffect, useRef } from "./html.js";
import { listen } from "./events.js";

const ROOT = "./api/v1/";
const EVERY_MILLIS = 5000;
const PASSING = ["unreachable", "busy"];
const REMEMBERED = 40;
/** Parameters with names from spans, which may be empty. */
const MAY_BE_EMPTY = ["service", "operation"];
const WHOLE_IN_REPORT = ["index/trace", "endpoint/series"];
const memory = new Map();

/** An answer that is not 2xx, or no answer (status 0). `code` is the API's code, `message` says what to do. */
class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Path and parameters as one text, parameters sorted by name. It is also the key in a report's data. */
export function address(path, params) {
  const query = new URLSearchParams();
  for (const name of Object.keys(params ?? {}).sort()) {
    const value = params[name];
    if (value !== undefined && value !== null && (value !== "" || MAY_BE_EMPTY.includes(name))) {
      query.append(name, String(value));
    }
  }
  const text = query.toString();
  return path + (text ? "?" + text : "");
}

/** Whether this page is a report: one file that contains its answers. */
export function inReport() {
  return Boolean(globalThis.TRACEMILL_REPORT);
}

/** The address of a file that the server makes. */
export function download(path, params) {
  return ROOT + address(path, params);
}

/** Asks for JSON; throws ApiError. */
export async function get(path, params) {
  if (inReport()) {
    return fromReport(path, params);
  }
  return ask(address(path, params), { headers: { Accept: "application/json" } });
}

/** Sends JSON and gets JSON; throws ApiError. */
export async function post(path, body) {
  if (inReport()) {
    return fromReport(path);
  }
  const headers = { "Accept": "application/json", "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** A report has traces and series without a range, for links with any range. */
function fromReport(path, params) {
  const answers = globalThis.TRACEMILL_REPORT;
  const { from, to, ...others } = params ?? {};
  const keys = [address(path, params), ...(WHOLE_IN_REPORT.includes(path) ? [address(path, others)] : [])];
  const key = keys.find((one) => Object.hasOwn(answers, one));
  if (key === undefined) {
    throw new ApiError(404, "not-in-report", "This report does not carry it. Open the console to see it.");
  }
  return answers[key];
}

async function ask(key, options) {
  let response;
  try {
    response = await fetch(ROOT + key, { credentials: "same-origin", ...options });
  } catch {
    throw new ApiError(0, "unreachable",
      "The console does not answer. Check that its process runs. This page retries automatically.");
  }
  let body;
  try {
    body = await response.json();
  } catch {
    body = undefined;
  }
  if (!response.ok) {
    const error = body?.error;
    throw new ApiError(response.status, error?.code ?? "http-" + response.status,
      error?.message ?? "The console answered with status " + response.status + ".");
  }
  if (body === undefined) {
    throw new ApiError(response.status, "no-json",
      "The answer is not JSON. A proxy between this page and the console may have changed it.");
  }
  return body;
}

function remember(key, data) {
  memory.delete(key);
  memory.set(key, data);
  if (memory.size > REMEMBERED) {
    memory.delete(memory.keys().next().value);
  }
}

/**
 * Hook: {data, error, loading, again}. With a path of null it asks nothing. With {live: true} it asks again when
 * the data changed, with {status: true} also when the status changed: at most every 5 s, and not while the tab
 * is hidden. It keeps the last answer while it asks. It retries after temporary failures.
 */
export function useAnswer(path, params, options) {
  const key = path === null || path === undefined ? null : address(path, params);
  const [answer, setAnswer] = useState({ key: null });
  const asking = useRef(null);
  const again = useRef(() => asking.current?.ask()).current;
  const live = Boolean(options?.live);
  const status = Boolean(options?.status);
  useEffect(() => {
    if (key === null) {
      return undefined;
    }
    const question = new Question(key, path, params, setAnswer);
    asking.current = question;
    question.ask();
    return () => question.end();
  }, [key]);
  useEffect(() => {
    const events = [live && "changed", status && "status"].filter((kind) => kind);
    const stops = events.map((kind) => listen(kind, () => asking.current?.askSoon()));
    return () => stops.forEach((stop) => stop());
  }, [live, status]);
  if (key === null) {
    return { data: undefined, error: undefined, loading: false, again };
  }
  if (answer.key !== key) {
    return { data: memory.get(key), error: undefined, loading: true, again };
  }
  return { data: answer.data, error: answer.error, loading: answer.loading, again };
}

/** A question that may be asked more than once. */
class Question {
  constructor(key, path, params, tell) {
    Object.assign(this, { key, path, params, tell, ended: false, busy: false, timer: 0, askedAt: -Infinity });
    this.data = memory.get(key);
  }

  async ask() {
    if (this.busy || this.ended) {
      return;
    }
    this.busy = true;
    this.askedAt = performance.now();
    this.publish(true);
    try {
      this.data = await get(this.path, this.params);
      this.error = undefined;
      remember(this.key, this.data);
    } catch (error) {
      this.error = error;
    }
    this.busy = false;
    this.publish(false);
    if (PASSING.includes(this.error?.code)) {
      this.askIn(EVERY_MILLIS);
    }
  }

  /** Asks again, at most every 5 s. */
  askSoon() {
    this.askIn(Math.max(0, this.askedAt + EVERY_MILLIS - performance.now()));
  }

  askIn(millis) {
    if (this.timer || this.ended) {
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (document.hidden || this.busy) {
        this.askIn(EVERY_MILLIS);
      } else {
        this.ask();
      }
    }, millis);
  }

  publish(loading) {
    if (!this.ended) {
      this.tell({ key: this.key, data: this.data, error: this.error, loading });
    }
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
  }
}
