package io.tracemill.pipeline.source;

/**
 * How far the time of a partition has come.
 *
 * @param millis the highest time that was believed, milliseconds since the epoch
 * @param settled whether watermarks may be made of it (semantics 2)
 */
public record PartitionTime(long millis, boolean settled) {}
