package io.tracemill.pipeline.assemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.span.TraceId;
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

  @Test
  void theirLayoutIsTheOneInSavepoints() throws IOException {
    Tombstones tombstones = new Tombstones(TTL);
    tombstones.add(new TraceId(1, 2), 3000);
    tombstones.add(new TraceId(4, 5), 90_000);
    assertThat(HexFormat.of().formatHex(written(tombstones)))
        .isEqualTo(
            "01"
                + "00000002"
                + "000000000000000100000000000000020000000000000bb8"
                + "000000000000000400000000000000050000000000015f90");
  }

  @Test
  void anUnknownVersionIsRefused() {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(new byte[] {9, 0, 0, 0, 0}));

    assertThatThrownBy(() -> new Tombstones(TTL).read(in, traceId -> true))
        .isInstanceOf(IOException.class)
        .hasMessage("tombstones of version 9, expected 1");
  }

  @Test
  void onlyWantedOnesAreRead() throws IOException {
    Tombstones tombstones = new Tombstones(TTL);
    for (int i = 0; i < 500; i++) {
      tombstones.add(new TraceId(0, i), 1000 + i);
    }
    Tombstones read = new Tombstones(TTL);
    read.read(
        new DataInputStream(new ByteArrayInputStream(written(tombstones))),
        traceId -> traceId.low() % 2 == 0);
    assertThat(read.size()).isEqualTo(250);
    assertThat(read.covers(new TraceId(0, 4), 2000)).isTrue();
    assertThat(read.covers(new TraceId(0, 5), 2000)).isFalse();
  }

  @Test
  void whatNoRecordCanAskForIsForgotten() {
    Tombstones tombstones = new Tombstones(TTL);
    for (int second = 0; second < 600; second++) {
      tombstones.add(new TraceId(0, second), 1000L * second);
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
      tombstones.add(new TraceId(0, i % 7), deadlines.get(i));
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
