/**
 * Incidents go to Alertmanager, which tells people (its HTTP API, version 2).
 *
 * <p>{@link io.tracemill.pipeline.alertmanager.AlertmanagerFunction} turns each incident into an
 * {@link io.tracemill.pipeline.alertmanager.AlertPost} and puts it into an {@link
 * io.tracemill.pipeline.alertmanager.Outbox}; a thread of its own, the {@link
 * io.tracemill.pipeline.alertmanager.Poster}, empties it. Nothing that Alertmanager does or fails
 * to do can stop the job or hold it up.
 */
@NullMarked
package io.tracemill.pipeline.alertmanager;

import org.jspecify.annotations.NullMarked;
