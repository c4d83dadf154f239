/**
 * Bulk traffic and the hostile mix for minutes on end, to see whether the job's memory stays what
 * it is.
 *
 * <p>Three processes: the broker, the job, and {@link io.tracemill.bench.soak.Soak}, which sends
 * ({@link io.tracemill.bench.soak.Feed}) and looks at the job from outside. Started by {@code
 * bench/run soak}.
 */
@NullMarked
package io.tracemill.bench.soak;

import org.jspecify.annotations.NullMarked;
