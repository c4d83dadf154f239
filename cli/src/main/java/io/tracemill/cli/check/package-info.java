/**
 * {@code tracemill check}: how the job would run against a Kafka, and what to change before it
 * starts.
 *
 * <p>Each step yields a section of {@link io.tracemill.cli.check.Finding findings}; it is skipped
 * when an earlier step makes it impossible. The figures about spans and traces come from the
 * records that the job itself writes about the newest input. The command writes, commits and
 * creates nothing.
 */
@NullMarked
package io.tracemill.cli.check;

import org.jspecify.annotations.NullMarked;
