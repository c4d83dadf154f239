package io.tracemill.analysis.alert;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tracemill.analysis.alert.SystemTrial.Part;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.statistics.DesignEffect;
import io.tracemill.analysis.statistics.RankSum;
import io.tracemill.analysis.statistics.ScoreTest;
import io.tracemill.analysis.statistics.TestResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What changed for the system as a whole: places and calls of at least two endpoints, too few
 * requests of each of which may have them to tell (semantics 8, pooled mutations). Endpoints whose
 * requests are interior ones have no part in it: an entry request that waits for one has its places
 * on its own critical path, and would count twice.
 */
final class SystemTrials {
  /** How much higher than another a request that makes the call has its mid-rank. */
  private static final double CALL_SCORE = 0.5;

  private final MutationRules rules;

  SystemTrials(MutationRules rules) {
    this.rules = rules;
  }

  /**
   * @param slides by endpoint, so that sums are the same to the last bit
   */
  List<SystemTrial> of(List<EndpointSlide> slides) {
    Map<Subject, List<Part>> bySubject =
        parts(slides)
            .collect(groupingBy(part -> part.reading().subject(), LinkedHashMap::new, toList()));
    List<SystemTrial> trials = new ArrayList<>();
    bySubject.forEach(
        (subject, parts) -> {
          if (parts.size() > 1) {
            trial(subject, parts).ifPresent(trials::add);
          }
        });
    return trials;
  }

  /** What is left to say of a subject that was found over several endpoints; one is enough. */
  Optional<SystemTrial> of(Subject subject, List<EndpointSlide> slides) {
    return trial(
        subject, parts(slides).filter(part -> part.reading().subject().equals(subject)).toList());
  }

  private static Stream<Part> parts(List<EndpointSlide> slides) {
    return slides.stream()
        .filter(slide -> !slide.interior())
        .flatMap(slide -> slide.readings().stream().map(reading -> new Part(slide, reading)));
  }

  private Optional<SystemTrial> trial(Subject subject, List<Part> parts) {
    return effect(parts)
        .map(
            effect ->
                new SystemTrial(
                    new Trial(
                        subject,
                        side(parts, Reading::before),
                        side(parts, Reading::after),
                        windowVerdict(subject, parts, effect),
                        verdict(subject, parts, Reading::newest, effect)),
                    List.copyOf(parts)));
  }

  /** Blocks of the same time are one, whichever endpoints they are of. */
  private static Optional<DesignEffect> effect(List<Part> parts) {
    TreeMap<Long, RankSum> blocks = new TreeMap<>();
    double before = 0;
    double after = 0;
    for (Part part : parts) {
      for (Reading.BlockScore block : part.reading().blocks()) {
        blocks.merge(
            block.startMillis(), new RankSum(block.sum(), block.variance()), RankSum::plus);
      }
      before += part.slide().totals().beforeTraces();
      after += part.slide().totals().afterTraces();
    }
    double window = traces(parts, Reading::window);
    double perBlock = before > 0 && after > 0 ? before / blocks.size() / after : 1;
    return ScoreTest.effectOf(blocks.values(), window * perBlock);
  }

  private Verdict windowVerdict(Subject subject, List<Part> parts, DesignEffect effect) {
    Verdict verdict = verdict(subject, parts, Reading::window, effect);
    if (verdict.thin() || subject instanceof Subject.PlaceTime) {
      return verdict;
    }
    TestResult test = verdict.test();
    double p = Math.max(test.p(), 2 * ofHits(parts, verdict.rose(), effect));
    return new Verdict(
        verdict.rose(),
        new TestResult(test.statistic(), p, test.attainable()),
        verdict.relevant(),
        false);
  }

  /**
   * As probable as so many calls are, or so few; where calls are common, of those that were not
   * made: of the two, the rare ones tell. Endpoints whose requests all make the call, or none of
   * them, before and after, say nothing of it.
   */
  private static double ofHits(List<Part> all, boolean rose, DesignEffect effect) {
    List<Part> parts = all.stream().filter(part -> part.reading().window().variance() > 0).toList();
    double requests = traces(parts, Reading::window);
    double calls = sum(parts, reading -> reading.after().traces());
    double otherCalls = sum(parts, reading -> reading.before().traces());
    double excess = sum(parts, reading -> reading.window().sum()) / CALL_SCORE;
    DesignEffect here = effect.atLoad(traces(all, Reading::window));
    double misses = Math.max(0, requests - calls);
    double otherMisses = sum(parts, reading -> misses(reading.before()));
    return calls + otherCalls <= misses + otherMisses
        ? ofRare(calls, otherCalls, calls - excess, rose, here)
        : ofRare(misses, otherMisses, misses + excess, !rose, here);
  }

  /** So few in the window are as probable as so many elsewhere. */
  private static double ofRare(
      double hits, double otherHits, double expected, boolean rose, DesignEffect effect) {
    return rose
        ? ScoreTest.ofHits(hits, otherHits, expected, effect)
        : ScoreTest.ofHits(otherHits, hits, hits + otherHits - expected, effect);
  }

  /** Where nobody said of how many, and none made the call, there are none. */
  private static double misses(Side side) {
    return Math.max(0, side.trials() - side.traces());
  }

  private Verdict verdict(
      Subject subject,
      List<Part> parts,
      Function<Reading, Reading.Score> stretch,
      DesignEffect effect) {
    if (sum(parts, reading -> stretch.apply(reading).requests()) < rules.minTraces()) {
      // Of so few, a normal deviate of their ranks says nothing that holds.
      return Verdict.THIN;
    }
    double requests = traces(parts, stretch);
    double largest = sum(parts, reading -> stretch.apply(reading).values()) / 2;
    RankSum score =
        new RankSum(
            sum(parts, reading -> stretch.apply(reading).sum()),
            sum(parts, reading -> stretch.apply(reading).variance()));
    Rise rise =
        new Rise(
            sum(parts, r -> (double) stretch.apply(r).traces() * stretch.apply(r).riseNanos())
                / requests,
            sum(parts, r -> (double) stretch.apply(r).traces() * r.beforeRequestNanos())
                / requests);
    boolean rose = score.sum() > 0;
    DesignEffect here = effect.atLoad(requests);
    TestResult test =
        subject instanceof Subject.PlaceTime
            ? ScoreTest.rose(score, largest, here)
            : ScoreTest.changed(score, largest, here);
    return new Verdict(rose, test, rise.matters(subject, rose, rules), false);
  }

  /** Endpoints weighted alike on both sides, so that a change of their mix is none of this. */
  private static Side side(List<Part> parts, Function<Reading, Side> side) {
    double requests = Math.max(1, traces(parts, Reading::window));
    double share = sum(parts, r -> r.window().traces() * side.apply(r).share());
    double nanos = sum(parts, r -> (double) r.window().traces() * side.apply(r).meanNanos());
    long traces = parts.stream().mapToLong(part -> side.apply(part.reading()).traces()).sum();
    long trials = parts.stream().mapToLong(part -> side.apply(part.reading()).trials()).sum();
    return new Side(traces, trials, share / requests, Math.round(nanos / requests));
  }

  private static double traces(List<Part> parts, Function<Reading, Reading.Score> stretch) {
    return sum(parts, reading -> stretch.apply(reading).traces());
  }

  private static double sum(List<Part> parts, ToDoubleFunction<Reading> of) {
    double sum = 0;
    for (Part part : parts) {
      sum += of.applyAsDouble(part.reading());
    }
    return sum;
  }
}
