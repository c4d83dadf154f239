package io.tracemill.connectors.output;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.connectors.json.WellFormed;

/** Writes records as output records within limits. */
public final class ResultWriter {
  private final RecordLimits limits;

  public ResultWriter(RecordLimits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /**
   * The output record of a record. NUL separates the parts of its key.
   *
   * @param timestampMillis event time, milliseconds since the epoch
   */
  public ResultRecord write(StreamRecord record, long timestampMillis) {
    return new ResultRecord(
        ResultStream.of(record),
        WellFormed.key(record.key().toArray(String[]::new)),
        value(record),
        timestampMillis);
  }

  private byte[] value(StreamRecord record) {
    if (!Fit.isTooLarge(record, limits)) {
      byte[] whole = RecordJson.bytes(record);
      if (whole.length <= limits.maxBytes()) {
        return whole;
      }
    }
    return Fit.into(record, limits);
  }
}
