package io.tracemill.analysis.stack.look;

import static java.util.stream.Collectors.groupingBy;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.HostPart;
import io.tracemill.analysis.stack.HostSamples;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.LocalSpans;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.StackSamplesBuilder;
import io.tracemill.analysis.stack.look.StackExplanation.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Explains why spans of one host are slow, from the host's spans and samples in a window. */
public final class HostExplainer {
  /** The most permutations; with so many, p hardly depends on the seed. */
  public static final int ROUNDS = 999;

  /** The seed of chance: the same data always give the same figures. */
  public static final long SEED = 7;

  private static final int MIN_SPANS = 200;

  /** Spans come in any order, and chance must not depend on it. */
  private static final Comparator<LocalSpan> ORDER =
      Comparator.comparingLong((LocalSpan span) -> span.self().startNanos(0))
          .thenComparing(LocalSpan::frame)
          .thenComparingLong(LocalSpan::traceHash);

  private final Period window;
  private final Supplier<RandomGenerator> chance;
  private final LocalSpans spans = new LocalSpans();
  private final StackSamples samples;
  private final List<LocalSpan> covered;

  /**
   * @param parts of one host; those outside the window are left out
   * @param late samples that came after their window
   * @param dropped samples for which there was no room
   * @param chance a new generator for each explanation; the same seed gives the same figures
   */
  public HostExplainer(
      Period window,
      List<HostPart> parts,
      long late,
      long dropped,
      Supplier<RandomGenerator> chance) {
    this.window = window;
    this.chance = chance;
    parts.stream()
        .filter(part -> part instanceof LocalSpan && window.contains(part.timeMillis()))
        .map(LocalSpan.class::cast)
        .sorted(ORDER)
        .forEach(spans::add);
    samples = samples(parts, late, dropped);
    covered = spans.spans().stream().filter(samples::cover).toList();
  }

  private StackSamples samples(List<HostPart> parts, long late, long dropped) {
    StackSamplesBuilder builder = new StackSamplesBuilder(spans.processes());
    builder.late(late);
    builder.dropped(dropped);
    for (HostPart part : parts) {
      if (part instanceof HostSamples batch) {
        builder.unstitchable(window.contains(batch.timeMillis()) ? batch.unstitchable() : 0);
        batch.samples().stream()
            .filter(each -> window.contains(TimeUnit.NANOSECONDS.toMillis(each.timeNanos())))
            .forEach(builder::add);
      }
    }
    return builder.build();
  }

  /** Slow spans against fast ones, for the operations with the most self time. */
  public List<StackExplanation> busiest(int operations) {
    return byOperation(covered).stream()
        .limit(operations)
        .map(each -> explain(each.get(0).frame(), SpanCohorts.tail(each)))
        .toList();
  }

  /** Spans by operation, those with the most self time first. */
  public static List<List<LocalSpan>> byOperation(List<LocalSpan> spans) {
    return spans.stream().collect(groupingBy(LocalSpan::frame)).values().stream()
        .sorted(Comparator.comparingLong(HostExplainer::selfNanos).reversed())
        .toList();
  }

  private static long selfNanos(List<LocalSpan> spans) {
    return spans.stream().mapToLong(each -> each.self().nanos()).sum();
  }

  /**
   * The spans of an incident's culprit during the incident against those before; empty if there are
   * too few spans or samples of either. A culprit changed with the incident; it can be its cause or
   * its effect.
   *
   * @param beganMillis the start of the pane in which it began
   */
  public Optional<StackExplanation> explain(Incident incident, long beganMillis) {
    List<LocalSpan> concerned = concerned(incident.culprit().subject());
    List<LocalSpan> before =
        concerned.stream().filter(span -> span.timeMillis() < beganMillis).toList();
    Period fault = new Period(beganMillis, Math.max(beganMillis, end(incident)));
    List<LocalSpan> during =
        concerned.stream().filter(span -> fault.contains(span.timeMillis())).toList();
    return before.size() < MIN_SPANS || during.size() < MIN_SPANS
        ? Optional.empty()
        : Optional.of(explain(concerned.get(0).frame(), SpanCohorts.of(before, during)))
            .filter(found -> found.verdict() != Verdict.TOO_FEW_SAMPLES)
            .map(found -> found.of(incident.id()));
  }

  private static long end(Incident incident) {
    return incident.reason().isPresent() ? incident.endMillis() : Long.MAX_VALUE;
  }

  /** The spans of the culprit's operation; if it has none here, of its service's busiest one. */
  private List<LocalSpan> concerned(Subject culprit) {
    List<LocalSpan> ofService =
        covered.stream().filter(span -> span.frame().service().equals(culprit.service())).toList();
    Optional<Frame> operation =
        culprit instanceof Subject.OfPlace of && of.place() instanceof Place.Operation each
            ? Optional.of(each.frame())
            : Optional.empty();
    List<LocalSpan> exact =
        ofService.stream().filter(span -> operation.equals(Optional.of(span.frame()))).toList();
    return exact.isEmpty() ? byOperation(ofService).stream().findFirst().orElse(List.of()) : exact;
  }

  private StackExplanation explain(Frame frame, SpanCohorts cohorts) {
    return new StackExplainer(ROUNDS, spans.own(cohorts.spans()), chance.get())
        .explain(window, frame, cohorts, samples);
  }
}
