/**
 * Synthetic traffic, the same for the same parameters: a number of endpoints, each with a number of
 * call trees that tell its categories apart, with times that vary.
 *
 * <p>{@link io.tracemill.bench.workload.CallTree} is who calls whom, and when. {@link
 * io.tracemill.bench.workload.Workload} renders the records once, and then only writes new ids and
 * times into their bytes, so that it makes spans many times faster than anything reads them.
 */
@NullMarked
package io.tracemill.bench.workload;

import org.jspecify.annotations.NullMarked;
