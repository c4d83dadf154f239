// The status of the console, which says how current its data is. The header and the pages share it.
import { useState, useEffect } from "./html.js";
import { get } from "./api.js";
import { listen } from "./events.js";
import { setPictureTime } from "./format.js";

const ASK_MILLIS = 10000;
const TICK_MILLIS = 1000;
const AGEING = ["live", "silent", "down"];
const known = { status: undefined, lostMillis: undefined };
const listeners = new Set();
let timer = 0;

function tell() {
  listeners.forEach((listener) => listener());
}

function learn(status) {
  known.status = status;
  known.lostMillis = undefined;
  setPictureTime(status.asOfMillis);
  tell();
}

async function ask() {
  clearTimeout(timer);
  try {
    learn(await get("status"));
  } catch (error) {
    known.lostMillis ??= Date.now();
    known.error = error;
    tell();
  }
  if (!globalThis.TRACEMILL_REPORT) {
    timer = setTimeout(askWhenShown, ASK_MILLIS);
  }
}

function askWhenShown() {
  if (document.hidden) {
    timer = setTimeout(askWhenShown, ASK_MILLIS);
  } else {
    ask();
  }
}

/** Starts to follow the server's status. */
export function followStatus() {
  listen("status", learn);
  listen("changed", ({ asOfMillis }) => {
    if (known.status && asOfMillis) {
      learn({ ...known.status, asOfMillis });
    }
  });
  ask();
}

/** Hook: {status, lostMillis, error}; lostMillis (this computer's clock) is when the server stopped answering. */
export function useStatus() {
  const [, render] = useState(0);
  useEffect(() => {
    const listener = () => render((n) => n + 1);
    listeners.add(listener);
    listener();
    return () => listeners.delete(listener);
  }, []);
  return known;
}

/** Hook: the end of the newest window; undefined before the first. It renders only when that time changes. */
export function useAsOf() {
  const [asOf, setAsOf] = useState(known.status?.asOfMillis);
  useEffect(() => {
    const listener = () => setAsOf(known.status?.asOfMillis);
    listeners.add(listener);
    listener();
    return () => listeners.delete(listener);
  }, []);
  return asOf;
}

/**
 * Hook: how far the newest window lies behind this computer's clock, in milliseconds, each second; undefined
 * for recorded results and while the console catches up.
 */
export function useLag() {
  const [now, setNow] = useState(Date.now);
  useStatus();
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLIS);
    return () => clearInterval(timer);
  }, []);
  const { asOfMillis, feed } = known.status ?? {};
  return asOfMillis && AGEING.includes(feed?.state) ? Math.max(0, now - asOfMillis) : undefined;
}
