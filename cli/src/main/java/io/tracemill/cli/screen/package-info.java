/**
 * The job's findings, as text for users.
 *
 * <p>{@link io.tracemill.pipeline.results.ResultTopics} reads the job's output topics, and {@link
 * io.tracemill.cli.screen.ScreenState} keeps the current results. {@link
 * io.tracemill.cli.screen.ProfileScreen} shows where the requests of each endpoint spend their
 * time, and whether any data was lost.
 */
@NullMarked
package io.tracemill.cli.screen;

import org.jspecify.annotations.NullMarked;
