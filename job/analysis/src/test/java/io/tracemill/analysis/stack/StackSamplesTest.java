package io.tracemill.analysis.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StackSamplesTest {
  private static StackSamples sampledAt(long... millis) {
    Sampled samples = new Sampled();
    for (long at : millis) {
      samples.cpu("h", "p", at, at + 1);
    }
    return samples.build();
  }

  private static List<Long> times(StackSamples samples) {
    return IntStream.range(0, samples.size())
        .mapToObj(i -> samples.timeNanos(i) / Sampled.MILLI)
        .toList();
  }

  @Test
  void aGapIsFilledWithCopiesOfTheSampleBehindIt() {
    StackSamples samples = sampledAt(100, 105, 120);
    assertThat(times(samples)).containsExactly(100L, 105L, 110L, 115L, 120L);
    assertThat(samples.missing().virtual()).isEqualTo(2);
  }

  @Test
  void aGapOfMoreThanTwentyPeriodsIsLost() {
    StackSamples samples = sampledAt(100, 205);
    assertThat(times(samples)).containsExactly(100L, 205L);
    assertThat(samples.missing().lost()).isEqualTo(20);
  }

  @Test
  void orderOfArrivalDoesNotMatter() {
    assertThat(times(sampledAt(120, 100, 105))).isEqualTo(times(sampledAt(100, 105, 120)));
  }

  @Test
  void aWaitIsNotCopiedAndLastsItsValue() {
    StackSamples samples = new Sampled().wait("p", "1", 100, 180).build();
    assertThat(samples.size()).isEqualTo(1);
    assertThat(samples.nanos(0)).isEqualTo(80 * Sampled.MILLI);
  }

  @Test
  void hostsAreApart() {
    StackSamples samples = new Sampled().cpu("b", "p", 100, 120).cpu("a", "p", 100, 110).build();
    assertThat(samples.hosts()).containsExactly("a", "b");
    assertThat(samples.end("a") - samples.first("a")).isEqualTo(2);
    assertThat(samples.end("b") - samples.first("b")).isEqualTo(4);
    assertThat(samples.cover(Sampled.span("b", 100, 115))).isTrue();
    assertThat(samples.cover(Sampled.span("a", 100, 115))).isFalse();
    assertThat(samples.cover(Sampled.span("elsewhere", 100, 115))).isFalse();
  }

  @Test
  void samplesWithoutACpuAreOfPartOfTheHostIfOthersHaveOne() {
    SampledThread thread = new SampledThread("h", "", "", "java", "main", "1");
    StackSamplesBuilder builder = new StackSamplesBuilder(new ProcessNames());
    builder.add(new StackSample(thread, StackSample.NO_CPU, SampleKind.CPU, 1, 0, 5, List.of()));
    assertThat(builder.build().ofWholeHost(0)).isTrue();
    builder.add(new StackSample(thread, 3, SampleKind.CPU, 2, 0, 5, List.of()));
    assertThat(builder.build().ofWholeHost(0)).isFalse();
    assertThat(builder.build().ofWholeHost(1)).isTrue();
  }

  @Test
  void aProcessHasTheServiceOfItsContainerElseOfItsPidElseItsExecutable() {
    ProcessNames names = new ProcessNames();
    names.add("h", "7", "", "front");
    names.add("h", "", "c1", "back");
    assertThat(names.of(new SampledThread("h", "7", "c1", "java", "", ""))).isEqualTo("back");
    assertThat(names.of(new SampledThread("h", "7", "", "java", "", ""))).isEqualTo("front");
    assertThat(names.of(new SampledThread("other", "7", "", "java", "", ""))).isEqualTo("java");
    assertThat(names.of(new SampledThread("h", "", "", "", "", ""))).isEqualTo("?");
  }

  @Test
  void threadsThatDifferInDigitsAreOneGroup() {
    assertThat(ThreadName.of("p", "worker-17")).isEqualTo(ThreadName.of("p", "worker-42"));
    assertThat(ThreadName.of("p", "a-long-name-that-goes-on").thread())
        .isEqualTo("a-long-name-tha");
  }

  @Test
  void stacksBeyondTheBoundAreOther() {
    Names<String> names = new Names<>();
    assertThat(names.number("a", 1, "other")).isEqualTo(0);
    assertThat(names.number("b", 1, "other")).isEqualTo(1);
    assertThat(names.number("c", 1, "other")).isEqualTo(1);
    assertThat(names.number("a", 1, "other")).isEqualTo(0);
    assertThat(names.get(1)).isEqualTo("other");
  }
}
