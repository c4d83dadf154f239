package io.tracemill.analysis.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostSamplesTest {
  private static StackSample sample(int cpu, SampleKind kind, long nanos, String... frames) {
    SampledThread thread = new SampledThread("h", "7", "c", "java", "worker-" + cpu, "12");
    return new StackSample(thread, cpu, kind, nanos, -3, 5, List.of(frames));
  }

  @Test
  void whatIsPackedIsTheSameUnpacked() {
    List<StackSample> samples =
        List.of(
            sample(StackSample.NO_CPU, SampleKind.WAIT, 1_795_740_406_382_484_499L, "a", "b", "a"),
            sample(1, SampleKind.CPU, 1_795_740_406_382_484_400L),
            sample(1, SampleKind.CPU, 1_795_740_409_382_484_400L, "a", "b", "a"));
    HostSamples packed = HostSamples.of("h", samples, 4);

    assertThat(packed.samples()).isEqualTo(samples);
    assertThat(packed.count()).isEqualTo(3);
    assertThat(packed.unstitchable()).isEqualTo(4);
    assertThat(packed.timeMillis()).isEqualTo(1_795_740_409_382L);
  }

  @Test
  void aSampleOfAKnownStackTakesFewBytes() {
    StackSample one = sample(1, SampleKind.CPU, 1_000_000_000L, "main", "run", "work");
    StackSample next = sample(1, SampleKind.CPU, 1_005_000_000L, "main", "run", "work");

    int first = HostSamples.of("h", List.of(one), 0).packed().length;
    assertThat(HostSamples.of("h", List.of(one, next), 0).packed().length - first).isLessThan(12);
  }
}
