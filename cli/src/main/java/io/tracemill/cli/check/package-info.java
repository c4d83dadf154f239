/**
 * {@code tracemill check}: what the job would make of a Kafka, and what to change before it starts.
 *
 * <p>Steps are taken in order, each of which yields a section of {@link
 * io.tracemill.cli.check.Finding findings}; where an earlier one makes a later one impossible, that
 * one says so. What is said of spans and traces is read from the records that the job writes about
 * the newest input. Nothing is written, created or committed.
 */
@NullMarked
package io.tracemill.cli.check;

import org.jspecify.annotations.NullMarked;
