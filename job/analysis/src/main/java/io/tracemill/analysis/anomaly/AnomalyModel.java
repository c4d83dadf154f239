package io.tracemill.analysis.anomaly;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.Anomaly.PathSurprise;
import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.anomaly.CallPathEncoder.CallPathSet;
import io.tracemill.analysis.anomaly.CallPathEncoder.CallPathVector;
import io.tracemill.analysis.callingcontext.CallTimes;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is normal at one endpoint (CRISP 6.3, appendices B and C). Many threads may use one.
 *
 * @param id differs with the seed, the endpoint and the time of training
 * @param trainedMillis the time of training, milliseconds since the epoch
 * @param requests number of requests that it was made from, held-out ones included
 * @param vae its detector; if it is empty, the distance to the nearest vector is
 * @param scores of normal requests, with the threshold
 */
public record AnomalyModel(
    String id,
    Frame endpoint,
    long trainedMillis,
    int requests,
    CallPathEncoder encoder,
    Novelty novelty,
    NearestVectors nearest,
    Optional<Vae> vae,
    NormalScores scores) {
  private static final long BYTES_PER_VALUE = 6;

  /** What computes its scores. */
  public Detector detector() {
    return vae.isPresent() ? Detector.VAE : Detector.NEAREST;
  }

  /**
   * The anomaly of an unseen path or, with known paths only, an unseen set of paths. It is an alarm
   * if at most the alarm share of held-out requests showed the same. {@link #explain(CallTimes,
   * Anomaly)} names its paths. Linear in the request's nodes.
   */
  public Optional<Anomaly> unseen(CallTimes request) {
    CallPathSet set = encoder.set(request);
    if (novelty.has(set)) {
      return Optional.empty();
    }
    Reason reason = set.unseen().isEmpty() ? Reason.UNSEEN_SET : Reason.UNSEEN_PATH;
    double p = novelty.pValue(reason);
    boolean alarm = novelty.rare(reason, scores.alarmShare());
    return Optional.of(new Anomaly(reason, -Math.log10(p), p, alarm, List.of()));
  }

  /** The anomaly of something {@link #unseen}, with its paths. */
  public Anomaly explain(CallTimes request, Anomaly unseen) {
    return new Anomaly(
        unseen.reason(),
        unseen.score(),
        unseen.pValue(),
        unseen.alarm(),
        newPaths(request, encoder.set(request)));
  }

  private List<PathSurprise> newPaths(CallTimes request, CallPathSet set) {
    return set.unseen().isEmpty()
        ? otherPaths(request)
        : set.unseen().stream()
            .sorted(Comparator.comparingLong(node -> -request.exclusiveNanos(node)))
            .limit(Anomaly.MAX_PATHS)
            .map(
                node ->
                    new PathSurprise(
                        CallPathEncoder.path(node, request::parent, request::step),
                        request.exclusiveNanos(node),
                        0,
                        1))
            .toList();
  }

  /** The paths that either the request or the nearest training request has. */
  private List<PathSurprise> otherPaths(CallTimes request) {
    CallPathVector vector = encoder.encode(request);
    float[] expected = nearest.nearestTo(vector.values());
    double[] surprise = new double[expected.length];
    Arrays.setAll(
        surprise, j -> vector.nanos()[j] > 0 == expected[j] > CallPathEncoder.ABSENT ? 0 : 1);
    return surprises(vector, expected, surprise);
  }

  /** The score by its detector; higher is stranger. */
  public double score(CallTimes request) {
    return score(encoder.encode(request).values(), nearest, vae);
  }

  static double score(float[] vector, NearestVectors nearest, Optional<Vae> vae) {
    return vae.map(by -> -by.logLikelihood(vector, Vae.DRAWS))
        .orElseGet(() -> nearest.distance(vector));
  }

  /** The anomaly of a request with this {@link #score}. It is an alarm above the threshold. */
  public Anomaly explain(CallTimes request, double score) {
    CallPathVector vector = encoder.encode(request);
    float[] values = vector.values();
    float[] expected =
        vae.map(by -> by.expected(values)).orElseGet(() -> nearest.nearestTo(values));
    double[] surprise = new double[values.length];
    for (int j = 0; j < values.length; j++) {
      double deviation = vae.isPresent() ? expected[values.length + j] : 1;
      surprise[j] = 0.5 * Math.pow((values[j] - expected[j]) / deviation, 2);
    }
    return new Anomaly(
        Reason.SCORE,
        score,
        scores.pValue(score),
        score > scores.threshold(),
        surprises(vector, expected, surprise));
  }

  /** The columns that are a surprise. */
  private List<PathSurprise> surprises(CallPathVector vector, float[] expected, double[] surprise) {
    List<List<PathStep>> paths = encoder.columnPaths();
    List<PathSurprise> all = new ArrayList<>();
    for (int j = 0; j < surprise.length; j++) {
      if (surprise[j] > 0) {
        long nanos = encoder.nanos(j, expected[j]);
        all.add(new PathSurprise(paths.get(j), vector.nanos()[j], nanos, surprise[j]));
      }
    }
    return all;
  }

  /** Whether it is an anomaly for the alarm share, for something unseen or by its score. */
  public boolean alarm(CallTimes request) {
    return unseen(request).filter(Anomaly::alarm).isPresent()
        || score(request) > scores.threshold();
  }

  /** About how much memory it takes. */
  public long heapBytes() {
    long weights =
        vae.stream().flatMap(by -> by.layers().stream()).mapToLong(l -> l.weights().length).sum();
    return encoder.heapBytes()
        + Long.BYTES * (novelty.sets().length + (long) scores.sorted().length)
        + BYTES_PER_VALUE * nearest.value().length
        + Float.BYTES * weights;
  }
}
