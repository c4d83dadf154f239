/**
 * The hostile mix for minutes on end, to see whether the job's memory stays what it is.
 *
 * <p>Three processes: the broker, the job, and {@link io.tracemill.cli.soak.Soak}, which sends and
 * looks at the job's heap after collections that it asks for. Started by {@code bench/run soak}.
 */
@NullMarked
package io.tracemill.cli.soak;

import org.jspecify.annotations.NullMarked;
