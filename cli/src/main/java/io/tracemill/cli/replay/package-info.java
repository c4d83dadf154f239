/**
 * {@code replay}: trace files into Kafka, or into a file, in any encoding.
 *
 * <p>{@link io.tracemill.cli.replay.Replay} reads unit by unit, waits until each is due ({@link
 * io.tracemill.cli.replay.Pace}), moves its times ({@link io.tracemill.cli.replay.TimeShift}) and
 * hands it to a {@link io.tracemill.cli.replay.Target}.
 */
@NullMarked
package io.tracemill.cli.replay;

import org.jspecify.annotations.NullMarked;
