/**
 * Synthetic traffic, the same for the same parameters: a number of endpoints, each with a number of
 * call trees that tell its categories apart, with times that vary.
 *
 * <p>{@link io.tracemill.bench.workload.CallTree} is who calls whom, {@link
 * io.tracemill.bench.workload.Schedule} is when. {@link io.tracemill.bench.workload.Workload} has
 * them rendered as records once, and then only writes new ids and times into the bytes, each
 * trace's at a {@link io.tracemill.bench.workload.Tempo} of its own, so that it makes spans many
 * times faster than anything reads them.
 */
@NullMarked
package io.tracemill.bench.workload;

import org.jspecify.annotations.NullMarked;
