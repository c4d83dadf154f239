package io.tracemill.pipeline.alertmanager;

/**
 * An alert that is open, or whose end Alertmanager has not heard of yet.
 *
 * @param alert the newest of it
 * @param dueMillis when to post it next
 * @param believedMillis until when Alertmanager believes that it fires; 0 if it never accepted it
 */
record OpenAlert(Alert alert, long dueMillis, long believedMillis) {}
