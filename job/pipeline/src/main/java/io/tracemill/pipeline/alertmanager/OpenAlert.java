package io.tracemill.pipeline.alertmanager;

/**
 * An alert that is open, or whose end is not posted yet.
 *
 * @param alert its newest version
 * @param dueMillis when to post it next
 */
record OpenAlert(Alert alert, long dueMillis) {}
