// A report has the answers that it was written with: nothing new can be asked in it.

/** Whether this page is in a report. */
export function inReport() {
  return Boolean(globalThis.TRACEMILL_REPORT);
}
