package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The requests of one type whose calls begin and end in one order (tprof layer 4), with the times
 * of all their spans.
 */
final class OrderGroup {
  private final CallTreeSignature order;
  private final CallTreeSignature structure;
  private final SpanLayout layout;
  private final List<Row> rows = new ArrayList<>();
  private double[] sums = {};
  private double[] tailSums = {};

  /**
   * The times of a request.
   *
   * @param request its number
   * @param values its times, as the {@link #layout} has them
   */
  record Row(int request, long[] values) {}

  OrderGroup(CallTreeSignature order, CallTreeSignature structure, SpanLayout layout) {
    this.order = order;
    this.structure = structure;
    this.layout = layout;
  }

  void add(int request, long[] values) {
    rows.add(new Row(request, values));
  }

  /** Adds all times up, once the last request was added. */
  void sumUp(Requests requests, BitSet tail) {
    sums = new double[layout.valueCount()];
    tailSums = new double[layout.valueCount()];
    for (Row row : rows) {
      double weight = requests.weights().weight(row.request());
      add(row.values(), weight, sums);
      if (tail.get(row.request())) {
        add(row.values(), weight, tailSums);
      }
    }
  }

  private static void add(long[] values, double weight, double[] to) {
    for (int value = 0; value < values.length; value++) {
      to[value] += weight * values[value];
    }
  }

  CallTreeSignature order() {
    return order;
  }

  CallTreeSignature structure() {
    return structure;
  }

  SpanLayout layout() {
    return layout;
  }

  List<Row> rows() {
    return rows;
  }

  /**
   * The sum of a value over the requests that these stand for, or over those of the type's tail.
   */
  double sum(int value, boolean tail) {
    return tail ? tailSums[value] : sums[value];
  }

  /** How long the span's sub-spans are waited for, nanoseconds, summed over the requests. */
  double criticalNanos(int position) {
    double nanos = 0;
    for (int number = 0; number <= layout.children(position); number++) {
      nanos += sums[layout.critical(position, number)];
    }
    return nanos;
  }
}
