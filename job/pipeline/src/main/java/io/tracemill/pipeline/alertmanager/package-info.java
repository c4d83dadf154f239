/**
 * Posts incidents to Alertmanager, which tells people (its HTTP API, version 2).
 *
 * <p>{@link io.tracemill.pipeline.alertmanager.AlertmanagerOperator} keeps the newest version of
 * each alert and posts all of them again and again, as Prometheus does. A failing Alertmanager
 * neither stops nor delays the job.
 */
@NullMarked
package io.tracemill.pipeline.alertmanager;

import org.jspecify.annotations.NullMarked;
