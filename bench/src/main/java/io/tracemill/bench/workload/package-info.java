/**
 * Synthetic traffic, the same for the same parameters. It has several endpoints, each with several
 * call trees as its categories. The times vary.
 *
 * <p>{@link io.tracemill.bench.workload.CallTree} defines the calls and their times. {@link
 * io.tracemill.bench.workload.Workload} renders the records once, and then only overwrites ids and
 * times in their bytes. So it produces spans many times faster than any reader reads them.
 */
@NullMarked
package io.tracemill.bench.workload;

import org.jspecify.annotations.NullMarked;
