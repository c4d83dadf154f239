/**
 * Posts incidents to Alertmanager, which tells people (its HTTP API, version 2).
 *
 * <p>{@link io.tracemill.pipeline.alertmanager.IncidentAlerts} turns each incident into an alert.
 * {@link io.tracemill.pipeline.alertmanager.AlertmanagerSink} keeps the newest of each and posts
 * them in batches, again and again while they fire, as Prometheus does. Nothing that Alertmanager
 * does or fails to do can stop the job or hold it up.
 */
@NullMarked
package io.tracemill.pipeline.alertmanager;

import org.jspecify.annotations.NullMarked;
