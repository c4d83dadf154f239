package io.tracemill.pipeline.topology;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.OtlpRecords.ORIGIN_MILLIS;
import static io.tracemill.pipeline.OtlpRecords.record;

import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.pipeline.source.EncodedRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A shop's traces, five seconds apart, each in two records; every tenth has a late span. */
final class ShopRecords {
  static final int TRACES = 60;

  private ShopRecords() {}

  static List<EncodedRecord> all() {
    List<EncodedRecord> records = new ArrayList<>();
    for (int i = 0; i < TRACES; i++) {
      long millis = ORIGIN_MILLIS + 5000L * i;
      TraceSpec shop =
          trace(i)
              .root(i % 3 == 0 ? "web" : "app", 0, 1_000_000L * (10 + i))
              .as("front")
              .child("front", "cart", 1_000_000, 6_000_000)
              .child("cart", "db", 2_000_000, 5_000_000)
              .child("front", "mail", 7_000_000, 8_000_000);
      if (i % 7 == 0) {
        shop.again();
      }
      records.add(
          record(2L * i, millis + 2000, shop, shop.spans().subList(2, shop.spans().size())));
      records.add(record(2L * i + 1, millis, shop, shop.spans().subList(0, 2)));
      if (i % 10 == 0) {
        records.add(record(1000 + i, millis + 40_000, trace(i).orphan("slow", 8, 9)));
      }
    }
    records.sort(Comparator.comparingLong(EncodedRecord::eventMillis));
    return records;
  }

  /** Requests of a shop for so many seconds, of which its database is slow in some. */
  static List<EncodedRecord> withSlowDatabase(int seconds, int slowFrom, int slowTo) {
    List<EncodedRecord> records = new ArrayList<>();
    for (int i = 0; i < 20 * seconds; i++) {
      long start = 50_000_000L * i;
      int second = i / 20;
      long database = second >= slowFrom && second < slowTo ? 200_000_000 : 100_000_000;
      // Spread over a fifth, differently in each second.
      long spread = 1_000_000L * ((i * 7 + second * 13) % 20);
      long end = start + database + spread;
      records.add(
          record(
              i,
              ORIGIN_MILLIS + end / 1_000_000 + 20,
              trace(i + 1)
                  .root("front", start, end + 10_000_000)
                  .child("front", "db", start + 5_000_000, end)
                  .kind(SpanKind.SERVER)
                  .host("db-1")));
    }
    return records;
  }
}
