package io.tracemill.pipeline.alertmanager;

/**
 * An alert as it lies in the state of the job.
 *
 * @param post the newest that is to be posted
 * @param toldUntilMillis until when Alertmanager believes that it fires; 0 if it was never told
 */
record OpenAlert(AlertPost post, long toldUntilMillis) {}
