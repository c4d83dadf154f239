// Asks the console's server, or the data in a report.
import { useState, useEffect } from "./html.js";
import { listen } from "./events.js";

const ROOT = "./api/v1/";
const EVERY_MILLIS = 5000;
const PASSING = ["unreachable", "busy"];
const REMEMBERED = 40;
/** Parameters with names from spans, which may be empty. */
const MAY_BE_EMPTY = ["service", "operation"];
const memory = new Map();

/** An answer that is not 2xx, or none (status 0). `code` is the API's code, `message` says what to do. */
function apiError(status, code, message) {
  return Object.assign(new Error(message), { status, code });
}

/**
 * Path and parameters as one text, parameters sorted by name, without those that are undefined, null or
 * empty. It is also the key in a report's data.
 */
export function address(path, params = {}) {
  const query = new URLSearchParams();
  for (const name of Object.keys(params).sort()) {
    const value = params[name] ?? undefined;
    if (value !== undefined && (value !== "" || MAY_BE_EMPTY.includes(name))) {
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

/** Asks for JSON; throws an apiError. */
export async function get(path, params) {
  return inReport() ? fromReport(path, params) : ask(address(path, params), {});
}

/** Sends JSON and gets JSON; throws an apiError. */
async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  return inReport() ? fromReport(path) : ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Most answers of a report are about all time; links and cards may ask for a range. */
function fromReport(path, params) {
  const answers = globalThis.TRACEMILL_REPORT;
  const { from, to, ...others } = params ?? {};
  const key = [address(path, params), address(path, others)].find((one) => Object.hasOwn(answers, one));
  if (key === undefined) {
    throw apiError(404, "not-in-report", "This report does not carry it. Open the console to see it.");
  }
  return answers[key];
}

async function ask(key, options) {
  let response;
  try {
    response = await fetch(ROOT + key, options);
  } catch {
    throw apiError(0, "unreachable",
      "The console does not answer. Check that its process runs. This page retries automatically.");
  }
  const body = await response.json().catch(() => undefined);
  if (!response.ok) {
    throw apiError(response.status, body?.error?.code ?? "http-" + response.status,
      body?.error?.message ?? "The console answered with status " + response.status + ".");
  }
  if (body === undefined) {
    throw apiError(response.status, "no-json",
      "The answer is not JSON. A proxy between this page and the console may have changed it.");
  }
  return body;
}

/**
 * Hook: {data, error, loading, again}. With a path of null it asks nothing. With {live: true} it asks again
 * when the data changed, at most every 5 s; with {status: true} also at once when the status changed, so that
 * a page shows what the header shows. A hidden tab asks when it is shown again. With {send: true} it sends
 * the parameters as JSON. It keeps the last answer while it asks, and retries after temporary failures.
 */
export function useAnswer(path, params, { live = false, status = false, send = false } = {}) {
  const key = path ? address(path, params) : undefined;
  const [answer, setAnswer] = useState({});
  useEffect(() => {
    if (key === undefined) {
      return undefined;
    }
    const question = new Question(key, () => (send ? post(path, params) : get(path, params)), setAnswer);
    const stops = [live && listen("changed", () => question.askSoon()),
      status && listen("status", () => question.askNow()), () => question.end()];
    question.ask();
    return () => stops.filter(Boolean).forEach((stop) => stop());
  }, [key, live, status]);
  if (key === undefined) {
    return { loading: false };
  }
  return answer.key === key ? answer : { data: memory.get(key), loading: true };
}

/** Hook: the newest profile of an endpoint; that of a range, and in a report that of all time. */
export function useProfile(endpoint, range) {
  return useAnswer(range || inReport() ? "store/profile" : "endpoint/profile", { ...endpoint, ...range },
    { live: !range });
}

/** A question that may be asked more than once; `tell` gets each answer. */
class Question {
  constructor(key, fetchAnswer, tell) {
    this.fetchAnswer = fetchAnswer;
    this.tell = tell;
    this.answer = { key, data: memory.get(key), loading: false, again: () => this.ask() };
    this.timer = 0;
  }

  async ask() {
    if (this.answer.loading) {
      this.missed = true; // the answer that comes may be too old
      return;
    }
    this.askedAt = performance.now();
    this.publish({ loading: true });
    try {
      const data = await this.fetchAnswer();
      remember(this.answer.key, data);
      this.publish({ data, error: undefined, loading: false });
    } catch (error) {
      this.publish({ error, loading: false });
      if (PASSING.includes(error.code)) {
        this.askIn(EVERY_MILLIS);
      }
    }
    if (this.missed && !this.ended) {
      this.missed = false;
      this.ask();
    }
  }

  askNow() {
    if (!document.hidden) {
      this.ask();
    }
  }

  askSoon() {
    this.askIn(Math.max(0, this.askedAt + EVERY_MILLIS - performance.now()));
  }

  askIn(millis) {
    if (!this.ended) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        if (document.hidden || this.answer.loading) {
          this.askIn(EVERY_MILLIS);
        } else {
          this.ask();
        }
      }, millis);
    }
  }

  publish(change) {
    this.answer = { ...this.answer, ...change };
    if (!this.ended) {
      this.tell(this.answer);
    }
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
  }
}

function remember(key, data) {
  memory.delete(key);
  memory.set(key, data);
  if (memory.size > REMEMBERED) {
    memory.delete(memory.keys().next().value);
  }
}
