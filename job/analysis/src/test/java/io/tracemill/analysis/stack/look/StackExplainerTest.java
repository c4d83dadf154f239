package io.tracemill.analysis.stack.look;

import static io.tracemill.analysis.stack.Sampled.span;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.Sampled;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.ThreadName;
import io.tracemill.analysis.stack.look.StackExplanation.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A host of one CPU that {@code back} and idle share for 120 s. A neighbour has bursts of half a
 * second; spans begin every 20 ms and take 2 ms, 10 ms during a burst.
 */
class StackExplainerTest {
  private static final int END = 120_000;
  private static final int BURST = 500;
  private static final int[] BURSTS = {
    4000, 17_000, 31_000, 52_000, 66_000, 83_000, 97_000, 111_000
  };
  private static final Set<ThreadName> OWN = Set.of(ThreadName.of("back", "back-1"));

  private static boolean inBurst(long at) {
    for (int burst : BURSTS) {
      if (at >= burst && at < burst + BURST) {
        return true;
      }
    }
    return false;
  }

  private static Sampled host(String neighbour) {
    Sampled samples = new Sampled();
    for (int at = 0; at < END; at += 20) {
      samples.cpu("h", inBurst(at) ? neighbour : "swapper", at, at + 10);
      samples.cpu("h", "back", at + 10, at + 20, "run", "work");
    }
    return samples;
  }

  private static List<LocalSpan> spans(long shift) {
    List<LocalSpan> spans = new ArrayList<>();
    for (int at = 100; at < END - 100; at += 20) {
      spans.add(span("h", at, at + (inBurst((at + shift) % END) ? 10 : 2)));
    }
    return spans;
  }

  private static StackExplanation explain(SpanCohorts cohorts, StackSamples samples) {
    return new StackExplainer(199, OWN, new SplittableRandom(1))
        .explain(new Period(0, END), Sampled.SPAN, cohorts, samples);
  }

  private static List<String> culprits(StackExplanation explanation, Feature.Kind look) {
    return explanation.features().stream()
        .filter(feature -> feature.culprit() && feature.look() == look)
        .map(Feature::name)
        .toList();
  }

  @Test
  void aNeighbourWhoseBurstsMeetSlowSpansIsTheCulprit() {
    StackExplanation found = explain(SpanCohorts.tail(spans(0)), host("gzip").build());
    assertThat(found.verdict()).isEqualTo(Verdict.CULPRITS);
    assertThat(culprits(found, Feature.Kind.PROCESS)).containsExactly("gzip");
    assertThat(found.summary())
        .startsWith("on h `gzip` took ")
        .contains(" of the CPU under slow spans")
        .doesNotContain("gzip/");
    assertThat(found.heat().rows()).hasSize(1);
    assertThat(found.heat().rows().get(0).tenths()).startsWith("....").hasSize(120);
  }

  @Test
  void twentyBucketsNameTheSameCulprit() {
    StackExplanation found = explain(SpanCohorts.buckets(spans(0)), host("gzip").build());
    assertThat(culprits(found, Feature.Kind.PROCESS)).containsExactly("gzip");
  }

  @Test
  void samplesMovedAgainstTheSpansNameNoCulprit() {
    StackExplanation found = explain(SpanCohorts.tail(spans(7000)), host("gzip").build());
    assertThat(found.verdict()).isEqualTo(Verdict.NO_ANOMALY);
    assertThat(found.summary()).contains("explains why back GET /price is slow");
  }

  @Test
  void theSystemsOwnServicesAndIdleAreNoCulprits() {
    assertThat(explain(SpanCohorts.tail(spans(0)), host("back").build()).verdict())
        .isEqualTo(Verdict.NO_ANOMALY);
    assertThat(explain(SpanCohorts.tail(spans(0)), host("swapper/1").build()).verdict())
        .isEqualTo(Verdict.NO_ANOMALY);
  }

  @Test
  void theSameSeedGivesTheSameExplanation() {
    StackSamples samples = host("gzip").build();
    assertThat(explain(SpanCohorts.tail(spans(0)), samples))
        .isEqualTo(explain(SpanCohorts.tail(spans(0)), samples));
  }

  @Test
  void aProcessOfTheSlowerHostIsTheCulpritBetweenTwoHosts() {
    Sampled samples = host("gzip");
    List<LocalSpan> other = new ArrayList<>();
    List<LocalSpan> slow = new ArrayList<>();
    for (int at = 0; at < END; at += 20) {
      samples.cpu("other", "swapper", at, at + 20);
      samples.cpu("slow", at % 40 == 0 ? "gzip" : "swapper", at, at + 20);
      other.add(span("other", at + 1, at + 5));
      slow.add(span("slow", at + 1, at + 9));
    }
    StackExplanation found = explain(SpanCohorts.of(other, slow), samples.build());
    assertThat(culprits(found, Feature.Kind.PROCESS)).containsExactly("gzip");
    assertThat(found.hosts())
        .extracting(StackExplanation.HostSpans::host)
        .containsExactly("other", "slow");
  }

  @Test
  void noSpansAndFewSamplesAreTooFew() {
    assertThat(explain(SpanCohorts.tail(List.of()), host("gzip").build()).verdict())
        .isEqualTo(Verdict.TOO_FEW_SAMPLES);
    StackSamples few = new Sampled().cpu("h", "gzip", 100, 240).build();
    assertThat(explain(SpanCohorts.tail(spans(0)), few).verdict())
        .isEqualTo(Verdict.TOO_FEW_SAMPLES);
    StackSamples none = new Sampled().build();
    assertThat(explain(SpanCohorts.tail(spans(0)), none).verdict())
        .isEqualTo(Verdict.TOO_FEW_SAMPLES);
  }

  @Test
  void aFunctionThatOnlySlowSpansRunIsTheCulprit() {
    Sampled samples = new Sampled();
    List<LocalSpan> spans = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      int at = 100 * i;
      boolean slow = i % 20 == 0;
      samples.cpu("h", "back", at, at + 10, "start", "handle", "price");
      if (slow) {
        samples.cpu("h", "back", at + 10, at + 30, "start", "handle", "coupons", "sum");
      }
      spans.add(span("h", at, at + (slow ? 30 : 10)));
    }
    StackExplanation found = explain(SpanCohorts.tail(spans), samples.build());
    assertThat(culprits(found, Feature.Kind.FUNCTION)).containsExactly("sum");
    assertThat(found.flame().slow())
        .contains(
            new StackExplanation.Flame.Node(-1, "back", (125 * 30 + 75 * 10) * Sampled.MILLI));
    assertThat(found.flame().fast())
        .extracting(StackExplanation.Flame.Node::frame)
        .containsExactly("back", "start", "handle", "price");
  }

  @Test
  void aWaitOfItsOwnThreadIsTheCulpritAndNotThatOfAnIdleOne() {
    Sampled samples = new Sampled();
    List<LocalSpan> spans = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      int at = 100 * i;
      boolean slow = i % 20 == 0;
      samples.wait("back", "9", at + 1, at + 2, "park");
      if (slow) {
        samples.wait("back", "7", at + 5, at + 35, "handle", "monitor");
      }
      spans.add(span("h", "7", at, at + (slow ? 40 : 10)));
    }
    StackExplanation found = explain(SpanCohorts.tail(spans), samples.build());
    assertThat(culprits(found, Feature.Kind.WAIT)).containsExactly("monitor");
    assertThat(found.features()).noneMatch(feature -> feature.name().equals("park"));
  }
}
