/**
 * Posts incidents to Alertmanager, which tells people (its HTTP API, version 2).
 *
 * <p>{@link io.tracemill.pipeline.alertmanager.IncidentAlerts} turns each incident into an alert.
 * {@link io.tracemill.pipeline.alertmanager.AlertmanagerSink} keeps the newest version of each
 * alert and posts batches. It repeats firing alerts, as Prometheus does. A failing Alertmanager
 * neither stops nor delays the job.
 */
@NullMarked
package io.tracemill.pipeline.alertmanager;

import org.jspecify.annotations.NullMarked;
