package io.tracemill.bench.workload;

/**
 * What traffic looks like.
 *
 * @param spansPerTrace of every trace
 * @param endpoints that entry requests are named by
 * @param categories call trees, all endpoints together; a multiple of {@code endpoints}
 * @param spansPerRecord of an export request, about
 */
public record Traffic(
    CallTree.Shape shape, int spansPerTrace, int endpoints, int categories, int spansPerRecord) {
  /** Records over which the spans of a trace are spread, by their services. */
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

  /** Traces whose spans come together in {@value #RECORDS_PER_BATCH} records. */
  int tracesPerBatch() {
    return Math.max(1, RECORDS_PER_BATCH * spansPerRecord / spansPerTrace);
  }

  int spansPerBatch() {
    return tracesPerBatch() * spansPerTrace;
  }
}
