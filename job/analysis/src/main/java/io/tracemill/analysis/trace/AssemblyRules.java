package io.tracemill.analysis.trace;

import java.io.Serializable;

/**
 * When a trace closes. All times are milliseconds.
 *
 * @param quietMillis how long after its last record
 * @param graceMillis how long after its root's record, if no parent is missing by then
 * @param maxDurationMillis how long after its first record at the latest
 * @param maxJumpMillis how far ahead a record's timestamp may be and still count
 */
public record AssemblyRules(
    long quietMillis, long graceMillis, long maxDurationMillis, long maxJumpMillis)
    implements Serializable {}
