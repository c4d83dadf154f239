// The status of the console, which says how current its data is. The header and the pages share it.
import { get, inReport } from "./api.js";
import { listen } from "./events.js";
import { setPictureTime } from "./format.js";
import { store } from "./store.js";

const ASK_MILLIS = 10000;
const TICK_MILLIS = 1000;
/** Older results are behind: twice the usual time between windows, and the time in which traces close. */
const BEHIND_MILLIS = 150000;
/** What fires, for the title: not notices. */
const ALERTS = ["page", "ticket"];
const NOT_CURRENT = ["starting", "catching-up", "silent", "down"];
const AGEING = ["live", "silent", "down"];
const known = store({});
/** This computer's time; one timer for all who follow it. */
const clock = store(Date.now());

function tell(next) {
  known.set(next);
  tick();
}

function tick() {
  clock.set(Date.now());
}

function learn(status) {
  setPictureTime(status.asOfMillis);
  tell({ status });
}

async function ask() {
  try {
    learn(await get("status"));
  } catch (error) {
    const { status, lostMillis = Date.now() } = known.get();
    tell({ status, lostMillis, error });
  }
  if (!inReport()) {
    setTimeout(ask, ASK_MILLIS);
  }
}

/** Starts to follow the server's status. */
export function followStatus() {
  listen("status", learn);
  listen("changed", ({ asOfMillis }) => {
    if (known.get().status && asOfMillis) {
      learn({ ...known.get().status, asOfMillis });
    }
  });
  ask();
  setInterval(tick, TICK_MILLIS);
}

/** Hook: {status, lostMillis, error}; lostMillis (this computer's clock): the server stopped answering. */
export function useStatus() {
  return known.use();
}

/** Hook: the number of pages and tickets that fire. */
export function useFiring() {
  return known.use(({ status }) =>
    ALERTS.reduce((sum, severity) => sum + (status?.incidents?.[severity] ?? 0), 0));
}

/** Hook: the end of the newest window; this computer's time before the first. */
export function useNow() {
  return known.use(({ status }) => status?.asOfMillis) ?? Date.now();
}

/**
 * Hook: how far the newest window lies behind this computer's clock, in milliseconds, each second; undefined
 * for recorded results and while the console catches up.
 */
export function useLag() {
  return clock.use(lag);
}

function lag(now) {
  const { asOfMillis, feed } = known.get().status ?? {};
  return asOfMillis && AGEING.includes(feed?.state) ? Math.max(0, now - asOfMillis) : undefined;
}

/**
 * Hook: why there may be newer data: "no-answer", "behind", or the state of a feed that is not current; else
 * undefined.
 */
export function useStale() {
  return clock.use((now) => {
    const { status, lostMillis } = known.get();
    const state = status?.feed?.state;
    return lostMillis ? "no-answer" : NOT_CURRENT.includes(state) ? state
      : lag(now) > BEHIND_MILLIS ? "behind" : undefined;
  });
}

/**
 * Hook: whether an answer with this status says what fires now: there is a window, it ended less than a window
 * ago, and the newest status has the same counts of incidents.
 */
export function useSaysWhatFires({ asOfMillis, windowMillis, incidents }) {
  const now = clock.use();
  const newest = known.use(({ status }) => JSON.stringify(status?.incidents));
  return asOfMillis !== undefined && now - asOfMillis <= windowMillis
    && (newest === undefined || newest === JSON.stringify(incidents));
}
