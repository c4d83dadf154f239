package io.tracemill.pipeline.assemble;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TombstonesTest {
  private static final long TTL = 60_000;
  private static final Optional<Frame> FRONT = named("front");

  private final Tombstones tombstones = new Tombstones(TTL);

  private static Optional<Frame> named(String service) {
    return Optional.of(Frame.of(service, "op"));
  }

  @Test
  void theLatestKnownEndpointStays() {
    TraceId traceId = new TraceId(1, 2);
    assertThat(tombstones.endpoint(traceId)).isEmpty();
    tombstones.add(traceId, 3000, FRONT);
    tombstones.add(traceId, 4000, named("cart"));
    tombstones.add(traceId, 5000, Optional.empty());
    tombstones.add(traceId, 50_000, Optional.empty());
    assertThat(tombstones.endpoint(traceId)).isEqualTo(named("cart"));
    tombstones.add(traceId, 51_000, FRONT);
    assertThat(tombstones.endpoint(traceId)).isEqualTo(FRONT);
  }

  @Test
  void endpointsBeyondTheLimitAreUnknown() {
    int most = TombstoneGeneration.MAX_ENDPOINTS;
    for (int i = 0; i < most + 5; i++) {
      tombstones.add(new TraceId(0, i), 1000, named("service" + i));
    }
    assertThat(tombstones.size()).isEqualTo(most + 5);
    assertThat(tombstones.endpoint(new TraceId(0, most - 1)))
        .isEqualTo(named("service" + (most - 1)));
    assertThat(tombstones.endpoint(new TraceId(0, most))).isEmpty();
    assertThat(tombstones.covers(new TraceId(0, most), 2000)).isTrue();
  }

  @Test
  void onlyWantedOnesAreRead() throws IOException {
    for (int i = 0; i < 500; i++) {
      tombstones.add(new TraceId(0, i), 100L * i - 5, named("service" + i % 3));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    tombstones.write(new DataOutputStream(bytes));
    Tombstones read = new Tombstones(TTL);
    read.read(
        new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())),
        traceId -> traceId.low() % 2 == 0);
    assertThat(read.size()).isEqualTo(250);
    for (int i = 0; i < 500; i++) {
      TraceId traceId = new TraceId(0, i);
      assertThat(read.covers(traceId, 50_000)).isEqualTo(i % 2 == 0);
      assertThat(read.endpoint(traceId))
          .isEqualTo(i % 2 == 0 ? named("service" + i % 3) : Optional.empty());
    }
  }

  @Test
  void whatNoRecordCanAskForIsForgotten() {
    for (int second = 0; second < 600; second++) {
      tombstones.add(new TraceId(0, second), 1000L * second, Optional.empty());
      tombstones.purge(1000L * second);
      assertThat(tombstones.size()).isLessThanOrEqualTo(60 + 15 + 15 + 1);
    }
  }

  /** Against a map: each closing, then a question about each trace at each time. */
  @Property(tries = 200)
  void aTraceIsCoveredForItsTimeToLiveAndAQuarterAtMost(
      @ForAll @Size(max = 60) List<@IntRange(min = -50_000, max = 200_000) Integer> deadlines) {
    Tombstones filled = new Tombstones(TTL);
    Map<Integer, Integer> latest = new HashMap<>();
    for (int i = 0; i < deadlines.size(); i++) {
      filled.add(new TraceId(0, i % 7), deadlines.get(i), named("service" + i % 5));
      latest.merge(i % 7, deadlines.get(i), Math::max);
    }
    for (int trace = 0; trace < 7; trace++) {
      for (int time = 0; time <= 300_000; time += 10_000) {
        boolean covered = filled.covers(new TraceId(0, trace), time);
        long since = (long) time - latest.getOrDefault(trace, -1_000_000);
        assertThat(covered).isEqualTo(since <= TTL || (covered && since < TTL + TTL / 4));
      }
    }
  }
}
