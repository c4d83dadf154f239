package io.tracemill.bench.workload;

/**
 * The parameters of traffic.
 *
 * @param spansPerTrace of every trace
 * @param endpoints the number of endpoints that requests enter by
 * @param categories the number of call trees, over all endpoints; a multiple of {@code endpoints}
 * @param spansPerRecord the approximate number in an export request
 */
public record Traffic(
    CallTree.Shape shape, int spansPerTrace, int endpoints, int categories, int spansPerRecord) {
  /** The spans of a trace are spread over this many records, by service. */
  static final int RECORDS_PER_BATCH = 3;

  public Traffic {
    if (spansPerTrace < 1 || endpoints < 1 || spansPerRecord < 1) {
      throw new IllegalArgumentException(
          "traffic: %d spans a trace, %d endpoints, %d spans a record, each must be at least 1"
              .formatted(spansPerTrace, endpoints, spansPerRecord));
    }
    if (categories < endpoints || categories % endpoints != 0) {
      throw new IllegalArgumentException(
          "traffic: %d categories, must be a multiple of the %d endpoints"
              .formatted(categories, endpoints));
    }
  }

  /** 50 spans a trace, 20 endpoints, 200 categories, 500 spans a record. */
  public static Traffic standard() {
    return new Traffic(CallTree.Shape.MIXED, 50, 20, 200, 500);
  }

  /** The number of traces whose spans share {@value #RECORDS_PER_BATCH} records. */
  int tracesPerBatch() {
    return Math.max(1, RECORDS_PER_BATCH * spansPerRecord / spansPerTrace);
  }

  int spansPerBatch() {
    return tracesPerBatch() * spansPerTrace;
  }
}
