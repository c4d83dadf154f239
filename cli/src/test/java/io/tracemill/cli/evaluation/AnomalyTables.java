package io.tracemill.cli.evaluation;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyTrainer;
import io.tracemill.analysis.anomaly.TrainingProgress;
import io.tracemill.analysis.callingcontext.CallingContextTreeBuilder;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.cli.evaluation.AnomalyFold.Judged;
import io.tracemill.cli.evaluation.AnomalyFold.Label;
import io.tracemill.cli.evaluation.ReferenceRequests.Request;
import io.tracemill.cli.results.Recording;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The tables of anomalies in docs/evaluation.md: the rules of {@link AnomalyRules} and the
 * auto-encoder of ten seeds, on real faults and by the paper's protocol. They take minutes, so that
 * they run only when they are named:
 *
 * <pre>
 * mvn -pl cli -am verify -Dtest=AnomalyTables -Dit.test=none
 * </pre>
 */
final class AnomalyTables {
  private static final int SEEDS = 10;
  private static final double KEPT = 0.8;
  private static final long TOLERANCE = 1_000_000;
  private static final String SHUFFLED = "shuffled";
  private static final String MIXED = "mixed";

  /** By the reference's critical paths, which know no clock skew. */
  @ParameterizedTest
  @EnumSource
  void referencePaths(Recording recording) throws IOException {
    print(recording + " by the reference's critical paths");
    tables(AnomalyRulesTest.folds(recording, skipped(recording)));
  }

  /** By the critical paths that the job finds. */
  @ParameterizedTest
  @EnumSource
  void ownPaths(Recording recording) throws IOException {
    print(recording + " by our critical paths");
    Map<TraceId, PathTimes> paths = new HashMap<>();
    for (AssembledTrace trace : RecordedTraces.of(recording.file())) {
      AnalyzedTrees analyzed = AnalyzedTrees.of(trace, TOLERANCE);
      paths.put(
          trace.traceId(),
          PathTimes.copyOf(
              new CallingContextTreeBuilder(analyzed.tree(), analyzed.path()).build()));
    }
    tables(
        AnomalyRulesTest.folds(recording, skipped(recording)).stream()
            .map(
                fold ->
                    fold.with(
                        request -> paths.getOrDefault(request.traceId(), request.criticalPath())))
            .toList());
  }

  private static Set<String> skipped(Recording recording) {
    return recording == Recording.TRAIN_TICKET ? Set.of("ts-gateway-service") : Set.of();
  }

  private static void tables(List<AnomalyFold> folds) {
    Map<String, List<AnomalyTally>> seeds = new LinkedHashMap<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      Map<String, AnomalyTally> tallies = new LinkedHashMap<>();
      for (AnomalyFold fold : folds) {
        judge(fold, seed, tallies);
      }
      tallies.forEach(
          (rule, tally) -> seeds.computeIfAbsent(rule, added -> new ArrayList<>()).add(tally));
    }
    print("| rule | false | recall | precision | shuffled | mixed |");
    seeds.forEach(
        (rule, tallies) ->
            print(
                "| %s | %s | %s | %s | %s | %s | <!-- %s -->",
                rule,
                range(tallies.stream().map(t -> t.share(Label.QUIET.name())).toList()),
                range(tallies.stream().map(t -> t.share(Label.FAULT.name())).toList()),
                range(tallies.stream().map(AnomalyTally::precision).toList()),
                range(tallies.stream().map(t -> t.share(SHUFFLED)).toList()),
                range(tallies.stream().map(t -> t.share(MIXED)).toList()),
                tallies.get(0)));
  }

  private static void judge(AnomalyFold fold, int seed, Map<String, AnomalyTally> tallies) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    Map<String, Predicate<Request>> rules = new AnomalyRules(fold).rules();
    Predicate<Request> unseen = rules.getOrDefault("unseen path", request -> false);
    AnomalyModel vae = vae(fold, random);
    rules.put("VAE", request -> score(vae, request) > vae.scores().threshold());
    rules.put("VAE, p < 0.001", request -> vae.scores().pValue(score(vae, request)) < 0.001);
    for (String rule : List.of("nearest", "path z", "category z", "total z", "VAE")) {
      Predicate<Request> alone = rules.getOrDefault(rule, request -> false);
      rules.put(rule + " or unseen path", alone.or(unseen));
    }
    List<Request> normal =
        fold.judged().stream()
            .filter(one -> one.label() == Label.QUIET)
            .map(Judged::request)
            .toList();
    List<Request> shuffled = normal.stream().map(request -> shuffled(request, random)).toList();
    List<Request> mixed = mixed(normal, random);
    rules.forEach(
        (name, rule) -> {
          AnomalyTally tally = tallies.computeIfAbsent(name, added -> new AnomalyTally());
          fold.judged().forEach(one -> tally.add(one.label().name(), rule.test(one.request())));
          shuffled.forEach(request -> tally.add(SHUFFLED, rule.test(request)));
          mixed.forEach(request -> tally.add(MIXED, rule.test(request)));
        });
  }

  private static AnomalyModel vae(AnomalyFold fold, RandomGenerator random) {
    return new AnomalyTrainer(AnomalyTrainer.ALARM_SHARE)
        .train(
            fold.quiet().get(0).endpoint(),
            fold.split(),
            Detector.VAE,
            0,
            random,
            TrainingProgress.NONE);
  }

  private static double score(AnomalyModel model, Request request) {
    return model.score(request.criticalPath());
  }

  /** CRISP 7.3: a fifth of the nodes dropped, and the durations of the others shuffled. */
  private static Request shuffled(Request request, RandomGenerator random) {
    List<Map.Entry<List<PathStep>, Long>> own =
        List.copyOf(OwnTimes.of(request.criticalPath()).entrySet());
    List<Map.Entry<List<PathStep>, Long>> kept =
        own.stream().filter(path -> random.nextDouble() < KEPT).toList();
    List<Map.Entry<List<PathStep>, Long>> left = kept.isEmpty() ? own.subList(0, 1) : kept;
    List<Long> times = new ArrayList<>(left.stream().map(Map.Entry::getValue).toList());
    for (int i = times.size() - 1; i > 0; i--) {
      Collections.swap(times, i, random.nextInt(i + 1));
    }
    Map<List<PathStep>, Long> made = new LinkedHashMap<>();
    IntStream.range(0, times.size()).forEach(i -> made.put(left.get(i).getKey(), times.get(i)));
    return request.with(OwnTimes.pathTimes(made));
  }

  /** Half of the paths have the times of another request of the same paths. */
  private static List<Request> mixed(List<Request> normal, RandomGenerator random) {
    List<Request> all = new ArrayList<>();
    for (Request request : normal) {
      Map<List<PathStep>, Long> own = OwnTimes.of(request.criticalPath());
      IntStream.range(0, 20)
          .mapToObj(i -> normal.get(random.nextInt(normal.size())))
          .filter(other -> !other.equals(request))
          .map(other -> OwnTimes.of(other.criticalPath()))
          .filter(other -> other.keySet().equals(own.keySet()))
          .findFirst()
          .ifPresent(
              other -> {
                Map<List<PathStep>, Long> made = new LinkedHashMap<>(own);
                made.replaceAll(
                    (path, nanos) -> random.nextBoolean() ? nanos : other.getOrDefault(path, 0L));
                all.add(request.with(OwnTimes.pathTimes(made)));
              });
    }
    return all;
  }

  private static String range(List<Double> shares) {
    List<Double> sorted = shares.stream().sorted().toList();
    double median = (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    double least = sorted.get(0);
    double most = sorted.get(sorted.size() - 1);
    return least == most
        ? String.format(Locale.ROOT, "%.3f", median)
        : String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", median, least, most);
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
