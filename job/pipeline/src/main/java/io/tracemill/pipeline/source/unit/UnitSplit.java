package io.tracemill.pipeline.source.unit;

import org.apache.flink.api.connector.source.SourceSplit;

/**
 * The only split: all records from a position on.
 *
 * @param position number of records already read, at least 0
 */
record UnitSplit(long position) implements SourceSplit {
  static final UnitSplit WHOLE = new UnitSplit(0);

  @Override
  public String splitId() {
    return "units";
  }
}
