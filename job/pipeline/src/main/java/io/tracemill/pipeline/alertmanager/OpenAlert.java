package io.tracemill.pipeline.alertmanager;

/**
 * An alert that is open, or whose end Alertmanager has not heard of yet.
 *
 * @param alert the newest of it
 * @param dueMillis when to post it next
 */
record OpenAlert(Alert alert, long dueMillis) {}
