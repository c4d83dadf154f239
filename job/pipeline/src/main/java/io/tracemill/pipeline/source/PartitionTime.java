package io.tracemill.pipeline.source;

/** How far the time of a partition has come; it goes on with the records that its task reads. */
public interface PartitionTime {
  /**
   * The highest time that was believed, milliseconds since the epoch; negative before the first.
   */
  long millis();

  /** Whether watermarks may be made of it (semantics 2). */
  boolean settled();
}
