/**
 * What the newest records of the input topics show, before any job runs: they are decoded, put
 * together and analysed by the job's own rules, in memory and in the order of their timestamps.
 *
 * <p>A {@link io.tracemill.cli.sample.Stretch} of time is what all sampled partitions have in
 * common. Figures about traces are of those alone that lie wholly inside it.
 */
@NullMarked
package io.tracemill.cli.sample;

import org.jspecify.annotations.NullMarked;
