package io.tracemill.analysis.anomaly;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.sort.Permutation;
import io.tracemill.analysis.span.Frame;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Makes models of what is normal from requests of one endpoint. A quarter of them is held out: it
 * ends the training of the auto-encoder and sets the threshold. Generators in the same state give
 * the same model.
 *
 * @param alarmShare the share of normal requests that may exceed the threshold
 */
public record AnomalyTrainer(double alarmShare) {
  /** Fewer requests make no model. */
  public static final int MIN_REQUESTS = 200;

  /** So many requests train a variational auto-encoder; fewer are compared with the nearest. */
  public static final int MIN_VAE_REQUESTS = 5_000;

  /** The most requests; if there are more, it takes so many at random. */
  public static final int MAX_REQUESTS = 20_000;

  /** The alarm share that is usual. */
  public static final double ALARM_SHARE = 0.001;

  private static final int HELD_OUT = 4;

  /**
   * A model, and what it makes of the requests that were held out.
   *
   * @param heldOut number of held-out requests
   * @param alarms how many of them it takes for anomalies
   */
  public record Trained(AnomalyModel model, int heldOut, int alarms) {}

  /**
   * The model of an endpoint; empty with fewer than {@value #MIN_REQUESTS} requests.
   *
   * @param requests normal ones, in any order
   * @param trainedMillis the time now, milliseconds since the epoch
   */
  public Optional<Trained> train(
      Frame endpoint,
      List<PathTimes> requests,
      long trainedMillis,
      RandomGenerator random,
      TrainingProgress progress) {
    if (requests.size() < MIN_REQUESTS) {
      return Optional.empty();
    }
    List<PathTimes> shuffled =
        Arrays.stream(Permutation.of(requests.size(), random))
            .limit(MAX_REQUESTS)
            .mapToObj(requests::get)
            .toList();
    int cut = shuffled.size() - shuffled.size() / HELD_OUT;
    Split split = new Split(shuffled.subList(0, cut), shuffled.subList(cut, shuffled.size()));
    AnomalyModel model =
        train(endpoint, split, detector(shuffled.size()), trainedMillis, random, progress);
    int alarms = (int) split.heldOut().stream().filter(model::alarm).count();
    return Optional.of(new Trained(model, split.heldOut().size(), alarms));
  }

  static Detector detector(int requests) {
    return requests < MIN_VAE_REQUESTS ? Detector.NEAREST : Detector.VAE;
  }

  /**
   * Requests for training and others for the threshold, each at least one.
   *
   * @param training in random order: the first of them are those compared with
   */
  public record Split(List<PathTimes> training, List<PathTimes> heldOut) {}

  /** The model of an endpoint from requests that are split already, with this detector. */
  public AnomalyModel train(
      Frame endpoint,
      Split split,
      Detector detector,
      long trainedMillis,
      RandomGenerator random,
      TrainingProgress progress) {
    long id =
        random.nextLong() ^ endpoint.hashHigh() ^ Long.rotateLeft(trainedMillis, Integer.SIZE);
    int requests = split.training().size() + split.heldOut().size();
    CallPathEncoder encoder = CallPathEncoder.of(split.training());
    List<float[]> training = vectors(encoder, split.training());
    List<float[]> heldOut = vectors(encoder, split.heldOut());
    NearestVectors nearest = NearestVectors.of(training);
    Optional<Vae> vae =
        detector == Detector.VAE
            ? Optional.of(VaeTraining.fit(training, heldOut, random, progress))
            : Optional.empty();
    double[] scores =
        heldOut.stream().mapToDouble(x -> AnomalyModel.score(x, nearest, vae)).toArray();
    return new AnomalyModel(
        String.format("%016x", id),
        endpoint,
        trainedMillis,
        requests,
        encoder,
        Novelty.of(encoder, split.training(), split.heldOut()),
        nearest,
        vae,
        NormalScores.of(scores, alarmShare));
  }

  private static List<float[]> vectors(CallPathEncoder encoder, List<PathTimes> requests) {
    return requests.stream().map(request -> encoder.encode(request).values()).toList();
  }
}
