package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.ThreadName;
import io.tracemill.analysis.stack.look.StackExplanation.Both;
import io.tracemill.analysis.stack.look.StackExplanation.Flame;
import io.tracemill.analysis.stack.look.StackExplanation.HostSpans;
import io.tracemill.analysis.stack.look.StackExplanation.Policy;
import io.tracemill.analysis.stack.look.StackExplanation.Samples;
import io.tracemill.analysis.stack.look.StackExplanation.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Explains with all looks why spans are slow on their hosts. The same seed of {@code random} gives
 * the same explanation.
 *
 * <p>Memory: about 50 bytes a sample, 12 bytes an entry of the cells and of the spans' stacks, 8
 * bytes a feature and round of chance (at most 1,000 features); 1 M samples of 5,000 stacks and
 * 100,000 spans are explained in a heap of 300 MB.
 */
public final class StackExplainer {
  private final LookTest test;
  private final Set<ThreadName> own;
  private final RandomGenerator random;

  /**
   * @param rounds of chance: 999 for figures that repeat
   * @param own the groups of threads that serve spans of the same traces, by service
   */
  public StackExplainer(int rounds, Set<ThreadName> own, RandomGenerator random) {
    test = new LookTest(rounds);
    this.own = Set.copyOf(own);
    this.random = random;
  }

  /**
   * Explains spans of one frame.
   *
   * @param window the time of the spans and samples
   * @param cohorts of spans that the samples {@link StackSamples#cover}
   * @param samples of all processes of their hosts
   */
  public StackExplanation explain(
      Period window, Frame span, SpanCohorts cohorts, StackSamples samples) {
    BesidePath processes = BesidePath.processes(samples, cohorts, own);
    OnPath functions = OnPath.functions(cohorts, samples);
    OnPath waits = OnPath.waits(cohorts, samples);
    List<LookResult> looks =
        Stream.of(processes, BesidePath.threads(samples, cohorts, own), functions, waits)
            .map(look -> test.run(look, cohorts, random))
            .toList();
    List<Feature> culprits = looks.stream().flatMap(look -> look.culprits().stream()).toList();
    Verdict verdict = verdict(looks, culprits);
    PaperBound bound =
        looks.stream()
            .filter(LookResult::enough)
            .findFirst()
            .map(LookResult::bound)
            .orElse(PaperBound.NONE);
    return new StackExplanation(
        window,
        span,
        Optional.empty(),
        new Policy(cohorts.policy(), cohorts.fastCount(), cohorts.slowCount()),
        hosts(cohorts),
        new Both(meanSelfNanos(cohorts.fast()), meanSelfNanos(cohorts.slow())),
        evidence(processes, cohorts, samples),
        verdict,
        looks.stream().flatMap(LookResult::shown).toList(),
        Math.round(bound.deviationNanos()),
        Math.round(bound.boundNanos()),
        HeatRows.of(window, processes(culprits), samples),
        new Flame(
            flame(functions, waits, 0, cohorts.fastCount()),
            flame(functions, waits, cohorts.firstSlow(), cohorts.spans().size())),
        SummarySentence.of(span, verdict, culprits));
  }

  private static Verdict verdict(List<LookResult> looks, List<Feature> culprits) {
    if (!culprits.isEmpty()) {
      return Verdict.CULPRITS;
    }
    return looks.stream().anyMatch(LookResult::enough)
        ? Verdict.NO_ANOMALY
        : Verdict.TOO_FEW_SAMPLES;
  }

  private static List<HostSpans> hosts(SpanCohorts cohorts) {
    TreeMap<String, HostSpans> hosts = new TreeMap<>();
    for (int span = 0; span < cohorts.spans().size(); span++) {
      int slow = span >= cohorts.firstSlow() ? 1 : 0;
      String host = cohorts.spans().get(span).host();
      hosts.merge(
          host,
          new HostSpans(host, 1, slow),
          (a, b) -> new HostSpans(host, a.spans() + 1, a.slowSpans() + slow));
    }
    return List.copyOf(hosts.values());
  }

  private static long meanSelfNanos(List<LocalSpan> spans) {
    return Math.round(spans.stream().mapToLong(span -> span.self().nanos()).average().orElse(0));
  }

  private static Samples evidence(BesidePath beside, SpanCohorts cohorts, StackSamples samples) {
    StackSamples.Missing missing = samples.missing();
    boolean cpu = false;
    boolean wait = false;
    long period = 0;
    for (int sample = 0; sample < samples.size(); sample++) {
      cpu |= samples.kind(sample) == SampleKind.CPU;
      wait |= samples.kind(sample) == SampleKind.WAIT;
      period = Math.max(period, samples.periodNanos(sample));
    }
    return new Samples(
        cpu && wait ? "cpu and wait" : cpu ? "cpu" : "wait",
        period,
        Math.round(beside.nanos(0, cohorts.fastCount())),
        Math.round(beside.nanos(cohorts.firstSlow(), cohorts.spans().size())),
        missing.virtual(),
        missing.lost(),
        missing.late(),
        missing.unstitchable());
  }

  private static List<String> processes(List<Feature> culprits) {
    return culprits.stream()
        .filter(feature -> feature.look() == Feature.Kind.PROCESS)
        .map(Feature::process)
        .toList();
  }

  private static List<Flame.Node> flame(OnPath functions, OnPath waits, int from, int to) {
    FlameTree tree = new FlameTree();
    functions.addTo(tree, from, to);
    waits.addTo(tree, from, to);
    return tree.nodes();
  }
}
