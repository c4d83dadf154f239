package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.breakdown.Breakdown;
import io.tracemill.analysis.breakdown.Breakdown.Group;
import io.tracemill.analysis.heatmap.HeatMap;
import io.tracemill.analysis.heatmap.HeatMap.CallPath;
import io.tracemill.analysis.heatmap.HeatMap.Column;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.whatif.Intervention;
import io.tracemill.analysis.whatif.Latency;
import io.tracemill.analysis.whatif.WhatIf.Margin;
import io.tracemill.analysis.whatif.WhatIf.Outcome;
import io.tracemill.analysis.whatif.WhatIfTable;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Heat maps, what-if tables and breakdowns: what is made of an endpoint's window. */
class WindowJsonTest {
  private static final Frame CART = Frame.of("shop", "GET /cart");
  private static final Frame DB = Frame.of("db", "SELECT");
  private static final int SMALL = 10_000;

  private static final HeatMap MAP =
      new HeatMap(
          List.of(
              new Column(Samples.TRACE, Samples.SPAN, 50, 1.5),
              new Column(Samples.TRACE, 1, 90, 1)),
          List.of(
              new HeatMap.Row(
                  DB,
                  List.of(20L, 60L),
                  List.of(20L, 60L),
                  List.of(new CallPath(List.of(CART, DB), 80)))));

  private static final WhatIfTable TABLE =
      new WhatIfTable(
          1_000,
          200,
          3,
          new Latency(50, 40, 80, 90),
          List.of(
              new WhatIfTable.Row(
                  outcome(new Place.Operation(DB), Optional.of(new Place.Edge("shop", "mail")), 7),
                  Optional.of(new Margin(150, 9, 2, 4))),
              new WhatIfTable.Row(
                  outcome(new Place.Edge("shop", "db"), Optional.empty(), 0), Optional.empty())));

  private static final Breakdown BREAKDOWN =
      new Breakdown(
          DB,
          "host",
          30,
          0.25,
          List.of(new Group("old", 10, 9, 8, 12, 13), new Group("new", 20, 5, 5, 6, 7)));

  private static Outcome outcome(Place place, Optional<Place> then, long thenNanos) {
    return new Outcome(
        Intervention.faster(place, WhatIfTable.FASTER),
        new Latency(50, 40, 80, 90),
        new Latency(45, 38, 72, 81),
        then,
        thenNanos);
  }

  private static ResultRecord record(Frame endpoint, HeatMap map, int maxBytes) {
    return new HeatMapJson(new RecordLimits(1, maxBytes))
        .record(endpoint, 60_000, 360_000, 1_000, map);
  }

  private static ResultRecord record(Frame endpoint, WhatIfTable table, int maxBytes) {
    return new WhatIfJson(new RecordLimits(1, maxBytes)).record(endpoint, 60_000, 360_000, table);
  }

  private static ResultRecord record(Frame endpoint, Breakdown breakdown, int maxBytes) {
    return new BreakdownJson(new RecordLimits(1, maxBytes))
        .record(endpoint, 60_000, 360_000, breakdown);
  }

  @Test
  void aHeatMapIsWrittenFieldByField() {
    assertRecord(
        record(CART, MAP, SMALL),
        ResultStream.HEATMAPS,
        "shop\0GET /cart\00060000",
        """
        "requests":1000,"columns":[\
        {"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331",\
        "durationNanos":50,"weight":1.5},\
        {"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"0000000000000001",\
        "durationNanos":90,"weight":1.0}],"rows":[\
        {"service":"db","operation":"SELECT","exclusiveNanos":[20,60],"inclusiveNanos":[20,60],\
        "callPaths":[{"path":[{"service":"shop","operation":"GET /cart"},\
        {"service":"db","operation":"SELECT"}],"exclusiveNanos":80}]}]}""");
  }

  @Test
  void aWhatIfTableIsWrittenFieldByField() {
    assertRecord(
        record(CART, TABLE, SMALL),
        ResultStream.WHAT_IFS,
        "shop\0GET /cart\00060000",
        """
        "requests":1000,"sampled":200,"leftOut":3,\
        "before":{"meanNanos":50,"p50Nanos":40,"p95Nanos":80,"p99Nanos":90},"changes":[\
        {"place":{"type":"frame","service":"db","operation":"SELECT"},"faster":0.1,\
        "saved":{"meanNanos":5,"p50Nanos":2,"p95Nanos":8,"p99Nanos":9},\
        "criticalThen":{"type":"edge","caller":"shop","callee":"mail"},"criticalThenNanos":7,\
        "dragNanos":9,"slackNanos":4},\
        {"place":{"type":"edge","caller":"shop","callee":"db"},"faster":0.1,\
        "saved":{"meanNanos":5,"p50Nanos":2,"p95Nanos":8,"p99Nanos":9}}]}""");
  }

  @Test
  void aBreakdownIsWrittenFieldByField() {
    assertRecord(
        record(CART, BREAKDOWN, SMALL),
        ResultStream.BREAKDOWNS,
        "shop\0GET /cart\00060000\0db\0SELECT\0host",
        """
        "frame":{"service":"db","operation":"SELECT"},"attribute":"host","requests":30,\
        "pValue":0.25,"groups":[\
        {"value":"old","requests":10,"meanNanos":9,"p50Nanos":8,"p95Nanos":12,"p99Nanos":13},\
        {"value":"new","requests":20,"meanNanos":5,"p50Nanos":5,"p95Nanos":6,"p99Nanos":7}]}""");
  }

  private static void assertRecord(
      ResultRecord record, ResultStream stream, String key, String afterWindow) {
    assertThat(record.stream()).isEqualTo(stream);
    assertThat(record.timestampMillis()).isEqualTo(360_000);
    assertThat(new String(record.key(), UTF_8)).isEqualTo(key);
    assertThat(new String(record.value(), UTF_8))
        .isEqualTo(
            "{\"endpoint\":{\"service\":\"shop\",\"operation\":\"GET /cart\"},"
                + "\"window\":{\"startMillis\":60000,\"endMillis\":360000},"
                + afterWindow);
    StreamSchema schema = StreamSchema.of(stream);
    assertThat(schema.violations(record.value())).isEmpty();
    ObjectNode more = ((ObjectNode) StreamSchema.parse(record.value())).put("more", 1);
    assertThat(schema.violations(more)).hasSize(1);
  }

  @Property(tries = 100)
  void whateverTheNamesRecordsFitAndAreValid(
      @ForAll("frames") Frame frame, @ForAll("names") String name) {
    Place place = new Place.Operation(frame);
    WhatIfTable.Row row =
        new WhatIfTable.Row(outcome(place, Optional.of(place), 1), Optional.empty());
    Group group = new Group(name, 5, 1, 1, 1, 1);
    for (ResultRecord record :
        List.of(
            record(frame, map(frame, 100), SMALL),
            record(
                frame,
                new WhatIfTable(9, 9, 0, TABLE.before(), Collections.nCopies(10, row)),
                SMALL),
            record(
                frame, new Breakdown(frame, name, 9, 1, Collections.nCopies(500, group)), SMALL))) {
      assertThat(record.value().length).isLessThanOrEqualTo(SMALL);
      assertThat(StreamSchema.of(record.stream()).violations(record.value())).isEmpty();
    }
  }

  @Test
  void withoutRoomTheSlowestRequestsAndTheCostliestFramesStay() {
    JsonNode json = StreamSchema.parse(record(CART, map(CART, 100), 300_000).value());

    assertThat(json.path("columns").size()).isBetween(20, 99);
    JsonNode slowest = json.path("columns").path(json.path("columns").size() - 1);
    assertThat(slowest.path("durationNanos").longValue()).isEqualTo(99);
    for (JsonNode row : json.path("rows")) {
      assertThat(row.path("exclusiveNanos").size()).isEqualTo(json.path("columns").size());
      assertThat(row.path("inclusiveNanos").size()).isEqualTo(json.path("columns").size());
    }
    assertThat(json.path("rows").path(0).path("exclusiveNanos").path(0).longValue())
        .isEqualTo(100 - json.path("columns").size());
  }

  /** Fifty frames, and requests that are each a nanosecond slower than the one before. */
  private static HeatMap map(Frame frame, int columns) {
    List<Long> nanos = LongStream.range(0, columns).boxed().toList();
    List<CallPath> paths = Collections.nCopies(5, new CallPath(Collections.nCopies(30, frame), 1));
    return new HeatMap(
        nanos.stream().map(each -> new Column(Samples.TRACE, each, each, 1)).toList(),
        IntStream.range(0, HeatMap.MAX_ROWS)
            .mapToObj(row -> new HeatMap.Row(frame, nanos, nanos, paths))
            .toList());
  }

  @Provide
  Arbitrary<Frame> frames() {
    return Samples.longNames().list().ofSize(2).map(names -> Frame.of(names.get(0), names.get(1)));
  }

  @Provide
  Arbitrary<String> names() {
    return Samples.longNames();
  }
}
