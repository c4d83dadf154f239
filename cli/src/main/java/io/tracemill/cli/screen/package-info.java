/**
 * What the job finds, as text for people.
 *
 * <p>{@link io.tracemill.cli.screen.ResultTopics} reads the job's output topics, {@link
 * io.tracemill.cli.screen.ScreenState} keeps what is current, {@link
 * io.tracemill.cli.screen.ProfileScreen} writes it down: where the requests of each endpoint spend
 * their time, and whether any data was lost.
 */
@NullMarked
package io.tracemill.cli.screen;

import org.jspecify.annotations.NullMarked;
