package io.tracemill.pipeline.assemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.TraceEndpoint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TombstonesTest {
  private static final long TTL = 60_000;

  private static byte[] written(Tombstones tombstones) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    tombstones.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static final TraceEndpoint UNKNOWN = TraceEndpoint.unknown();
  private static final Frame FRONT = Frame.of("front", "op");

  private static TraceEndpoint named(String service) {
    return TraceEndpoint.of(Frame.of(service, "op"));
  }

  private static Tombstones read(String hex) throws IOException {
    Tombstones read = new Tombstones(TTL);
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(HexFormat.of().parseHex(hex)));
    read.read(in, traceId -> true);
    assertThat(in.available()).isZero();
    return read;
  }

  @Test
  void theirLayoutIsTheOneInSavepoints() throws IOException {
    Tombstones tombstones = new Tombstones(TTL);
    tombstones.add(new TraceId(1, 2), 3000, named("front"));
    tombstones.add(new TraceId(4, 5), 90_000, UNKNOWN);
    String layout =
        "02"
            + "02"
            + "01"
            + "0000000566726f6e74000000026f70"
            + "00000001"
            + "000000000000000100000000000000020000000000000bb801"
            + "00"
            + "00000001"
            + "000000000000000400000000000000050000000000015f9000";
    assertThat(HexFormat.of().formatHex(written(tombstones))).isEqualTo(layout);
    assertThat(read(layout).endpoint(new TraceId(1, 2)).frame()).contains(FRONT);
    assertThat(read(layout).covers(new TraceId(4, 5), 150_000)).isTrue();
    assertThat(read(layout).covers(new TraceId(4, 5), 150_001)).isFalse();
  }

  @Test
  void thoseOfTheFirstVersionKnowNoEndpoints() throws IOException {
    Tombstones read =
        read(
            "01"
                + "00000002"
                + "000000000000000100000000000000020000000000000bb8"
                + "000000000000000400000000000000050000000000015f90");
    assertThat(read.size()).isEqualTo(2);
    assertThat(read.covers(new TraceId(1, 2), 63_000)).isTrue();
    assertThat(read.covers(new TraceId(1, 2), 63_001)).isFalse();
    assertThat(read.endpoint(new TraceId(1, 2)).frame()).isEmpty();
  }

  @Test
  void aTraceIsKnownByWhatWasSaidOfItLast() {
    Tombstones tombstones = new Tombstones(TTL);
    TraceId traceId = new TraceId(1, 2);
    assertThat(tombstones.endpoint(traceId).frame()).isEmpty();
    tombstones.add(traceId, 3000, named("front"));
    tombstones.add(traceId, 4000, named("cart"));
    assertThat(tombstones.endpoint(traceId).frame()).contains(Frame.of("cart", "op"));
    tombstones.add(traceId, 50_000, UNKNOWN);
    assertThat(tombstones.endpoint(traceId).frame()).contains(Frame.of("cart", "op"));
    tombstones.add(traceId, 51_000, named("front"));
    assertThat(tombstones.endpoint(traceId).frame()).contains(FRONT);
  }

  @Test
  void ofMoreEndpointsThanHaveANumberNothingIsKnown() {
    Tombstones tombstones = new Tombstones(TTL);
    int most = TombstoneGeneration.MAX_ENDPOINTS;
    for (int i = 0; i < most + 5; i++) {
      tombstones.add(new TraceId(0, i), 1000, named("service" + i));
    }
    assertThat(tombstones.size()).isEqualTo(most + 5);
    assertThat(tombstones.endpoint(new TraceId(0, most - 1)).frame())
        .contains(Frame.of("service" + (most - 1), "op"));
    assertThat(tombstones.endpoint(new TraceId(0, most)).frame()).isEmpty();
    assertThat(tombstones.covers(new TraceId(0, most), 2000)).isTrue();
    tombstones.add(new TraceId(1, 1), 1000, named("service7"));
    assertThat(tombstones.endpoint(new TraceId(1, 1)).frame()).contains(Frame.of("service7", "op"));
  }

  @Test
  void deadlinesBefore1970AreKeptAsTheyAre() throws IOException {
    Tombstones tombstones = new Tombstones(TTL);
    tombstones.add(new TraceId(1, 2), -5, named("front"));
    for (Tombstones same :
        List.of(tombstones, read(HexFormat.of().formatHex(written(tombstones))))) {
      assertThat(same.covers(new TraceId(1, 2), 59_995)).isTrue();
      assertThat(same.covers(new TraceId(1, 2), 59_996)).isFalse();
      assertThat(same.endpoint(new TraceId(1, 2)).frame()).contains(FRONT);
    }
  }

  @Test
  void anUnknownVersionIsRefused() {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(new byte[] {9, 0, 0, 0, 0}));

    assertThatThrownBy(() -> new Tombstones(TTL).read(in, traceId -> true))
        .isInstanceOf(IOException.class)
        .hasMessage("tombstones of version 9, expected 2 at most");
  }

  @Test
  void onlyWantedOnesAreRead() throws IOException {
    Tombstones tombstones = new Tombstones(TTL);
    for (int i = 0; i < 500; i++) {
      tombstones.add(new TraceId(0, i), 1000 + i, named("service" + i % 3));
    }
    Tombstones read = new Tombstones(TTL);
    read.read(
        new DataInputStream(new ByteArrayInputStream(written(tombstones))),
        traceId -> traceId.low() % 2 == 0);
    assertThat(read.size()).isEqualTo(250);
    assertThat(read.covers(new TraceId(0, 4), 2000)).isTrue();
    assertThat(read.covers(new TraceId(0, 5), 2000)).isFalse();
    assertThat(read.endpoint(new TraceId(0, 4)).frame()).contains(Frame.of("service1", "op"));
    assertThat(read.endpoint(new TraceId(0, 5)).frame()).isEmpty();
  }

  @Test
  void whatNoRecordCanAskForIsForgotten() {
    Tombstones tombstones = new Tombstones(TTL);
    for (int second = 0; second < 600; second++) {
      tombstones.add(new TraceId(0, second), 1000L * second, UNKNOWN);
      tombstones.purge(1000L * second);
      assertThat(tombstones.size()).isLessThanOrEqualTo(60 + 15 + 15 + 1);
    }
  }

  /** Against a map: each closing, then a question about each trace at each time. */
  @Property(tries = 200)
  void theyAnswerAsAMapWould(
      @ForAll @Size(max = 60) List<@IntRange(min = 1, max = 200_000) Integer> deadlines) {
    Tombstones tombstones = new Tombstones(TTL);
    Map<Integer, Integer> map = new HashMap<>();
    for (int i = 0; i < deadlines.size(); i++) {
      tombstones.add(new TraceId(0, i % 7), deadlines.get(i), named("service" + i % 5));
      map.merge(i % 7, deadlines.get(i), Math::max);
    }
    for (int trace = 0; trace < 7; trace++) {
      for (int time = 0; time <= 300_000; time += 10_000) {
        boolean expected = map.containsKey(trace) && time <= map.get(trace) + TTL;
        assertThat(tombstones.covers(new TraceId(0, trace), time)).isEqualTo(expected);
      }
    }
  }
}
