package io.tracemill.cli.evaluation;

import io.tracemill.analysis.anomaly.Anomaly;
import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyTrainer;
import io.tracemill.analysis.anomaly.CallPathEncoder.CallPathVector;
import io.tracemill.analysis.anomaly.NormalScores;
import io.tracemill.analysis.anomaly.TrainingProgress;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.cli.evaluation.ReferenceRequests.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/** Rules for strange requests that are the same whenever they run, as the reference has them. */
final class AnomalyRules {
  private static final int MIN_OF_CATEGORY = 10;
  private static final double MIN_SPREAD = 0.15;
  private static final double DEVIATIONS_OF_MEDIAN = 1.4826;

  private final AnomalyTrainer.Split split;
  private final AnomalyModel model;
  private final Map<Set<List<PathStep>>, Category> categories = new HashMap<>();
  private final double medianLog;
  private final double spreadOfLog;

  private record Category(double[] median, double[] spread) {}

  AnomalyRules(AnomalyFold fold) {
    split = fold.split();
    model =
        new AnomalyTrainer(AnomalyTrainer.ALARM_SHARE)
            .train(
                fold.quiet().get(0).endpoint(),
                split,
                Detector.NEAREST,
                0,
                RandomGenerator.of("L64X128MixRandom"),
                TrainingProgress.NONE);
    Map<Set<List<PathStep>>, List<double[]>> groups = new HashMap<>();
    for (PathTimes request : split.training()) {
      groups
          .computeIfAbsent(OwnTimes.of(request).keySet(), added -> new ArrayList<>())
          .add(logs(request));
    }
    groups.forEach(
        (paths, logs) -> {
          if (logs.size() >= MIN_OF_CATEGORY) {
            categories.put(paths, category(logs));
          }
        });
    double[] durations = fold.quiet().stream().mapToDouble(AnomalyRules::log).toArray();
    medianLog = median(durations);
    spreadOfLog =
        Math.max(
            0.1,
            DEVIATIONS_OF_MEDIAN
                * median(Arrays.stream(durations).map(x -> Math.abs(x - medianLog)).toArray()));
  }

  /** By the name that the reference gives them. */
  Map<String, Predicate<Request>> rules() {
    Map<String, Predicate<Request>> rules = new LinkedHashMap<>();
    rules.put("nearest", above(model::score));
    rules.put("path z", above(this::pathZ));
    rules.put("category z", above(this::categoryZ));
    rules.put("total z", request -> Math.abs(log(request) - medianLog) / spreadOfLog > 4.5);
    rules.put("unseen path", request -> unseen(request).equals(Optional.of(Reason.UNSEEN_PATH)));
    rules.put("unseen set of paths", request -> unseen(request).isPresent());
    return rules;
  }

  private Optional<Reason> unseen(Request request) {
    return model.unseen(request.criticalPath()).map(Anomaly::reason);
  }

  private Predicate<Request> above(ToDoubleFunction<PathTimes> score) {
    double[] heldOut = split.heldOut().stream().mapToDouble(score).toArray();
    double threshold = NormalScores.of(heldOut, AnomalyTrainer.ALARM_SHARE).threshold();
    return request -> score.applyAsDouble(request.criticalPath()) > threshold;
  }

  private double pathZ(PathTimes request) {
    CallPathVector vector = model.encoder().encode(request);
    double largest = 0;
    for (int j = 0; j < vector.values().length; j++) {
      if (vector.nanos()[j] > 0) {
        largest = Math.max(largest, Math.abs(vector.values()[j]));
      }
    }
    return largest;
  }

  private double categoryZ(PathTimes request) {
    Set<List<PathStep>> paths = OwnTimes.of(request).keySet();
    if (!categories.containsKey(paths)) {
      return pathZ(request);
    }
    Category category = categories.getOrDefault(paths, new Category(new double[0], new double[0]));
    double[] logs = logs(request);
    double largest = 0;
    for (int j = 0; j < logs.length; j++) {
      largest = Math.max(largest, Math.abs(logs[j] - category.median()[j]) / category.spread()[j]);
    }
    return largest;
  }

  private double[] logs(PathTimes request) {
    return Arrays.stream(model.encoder().encode(request).nanos())
        .mapToDouble(nanos -> Math.log1p(nanos / 1e6))
        .toArray();
  }

  private static double log(Request request) {
    return Math.log(request.durationNanos() / 1e6);
  }

  private static Category category(List<double[]> logs) {
    int width = logs.get(0).length;
    double[] median = new double[width];
    double[] spread = new double[width];
    for (int j = 0; j < width; j++) {
      int column = j;
      median[j] = median(logs.stream().mapToDouble(x -> x[column]).toArray());
      double middle = median[j];
      double apart = median(logs.stream().mapToDouble(x -> Math.abs(x[column] - middle)).toArray());
      spread[j] = Math.max(MIN_SPREAD, DEVIATIONS_OF_MEDIAN * apart);
    }
    return new Category(median, spread);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
