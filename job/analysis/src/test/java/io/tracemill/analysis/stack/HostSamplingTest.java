package io.tracemill.analysis.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.TraceId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HostSamplingTest {
  private static boolean pick(HostSampling sampling, String host, long millis, long trace) {
    long hash = SampleHash.of(new TraceId(0, trace));
    return sampling.picks(Sampled.spanOf(host, hash, millis), millis + 20_000);
  }

  @Test
  void noHostHasMoreSpansASecondThanAllowedAndMostSecondsHaveAboutHalfOfThatOrMore() {
    HostSampling sampling = new HostSampling(100);
    Map<Long, Integer> picked = new HashMap<>();
    for (long span = 0; span < 60_000; span++) {
      long millis = span / 2;
      if (pick(sampling, "h", millis, span)) {
        picked.merge(millis / 1_000, 1, Integer::sum);
      }
    }
    assertThat(picked.values()).allMatch(count -> count <= 100);
    assertThat(picked.values().stream().filter(count -> count >= 40)).hasSizeGreaterThan(20);
  }

  @Test
  void aSpanWithAClockAheadCostsItsHostNoMoreThanTheTimeUntilThen() {
    HostSampling sampling = new HostSampling(100);
    assertThat(sampling.picks(Sampled.spanOf("h", 1, 3_600_000), 20_000)).isTrue();
    for (long span = 0; span < 1_000; span++) {
      assertThat(pick(sampling, "h", 21_000 + span * 20, span)).isTrue();
    }
  }

  @Test
  void hostsBeyondAThousandWaitUntilOthersAreSilent() {
    HostSampling sampling = new HostSampling(100);
    for (int host = 0; host < 1_000; host++) {
      assertThat(pick(sampling, "h" + host, 0, 1)).isTrue();
    }
    assertThat(pick(sampling, "more", 1_000, 1)).isFalse();
    assertThat(pick(sampling, "h1", 700_000, 1)).isTrue();
    assertThat(pick(sampling, "more", 700_000, 1)).isTrue();
    assertThat(pick(sampling, "h1", 700_001, 1)).isTrue();
  }

  @Test
  void aHostWithFewSpansKeepsAll() {
    HostSampling sampling = new HostSampling(100);
    for (long span = 0; span < 1_000; span++) {
      pick(sampling, "busy", span / 10, span);
      assertThat(pick(sampling, "quiet", span * 20, span)).isTrue();
    }
  }

  @Test
  void allSpansOfATraceShareTheirFateWhileTheRateIsTheSame() {
    HostSampling sampling = new HostSampling(100);
    Set<Long> first = new HashSet<>();
    for (long span = 0; span < 20_000; span++) {
      pick(sampling, "h", span, span);
    }
    for (long trace = 0; trace < 50; trace++) {
      if (pick(sampling, "h", 20_000, trace)) {
        first.add(trace);
      }
    }
    for (long trace = 0; trace < 50; trace++) {
      assertThat(pick(sampling, "h", 20_001, trace)).isEqualTo(first.contains(trace));
    }
  }
}
