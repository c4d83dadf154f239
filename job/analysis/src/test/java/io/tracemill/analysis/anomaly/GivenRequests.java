package io.tracemill.analysis.anomaly;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.AnomalyTrainer.Split;
import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Requests of a shop: a front end calls a cart, a catalogue and, often, an advertiser. All are slow
 * together when there is much to do.
 */
final class GivenRequests {
  static final Frame ENDPOINT = Frame.of("front", "GET /cart");
  static final double SHARE = AnomalyTrainer.ALARM_SHARE;

  private GivenRequests() {}

  static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  static List<PathTimes> many(int count, RandomGenerator random) {
    return Stream.generate(() -> one(random)).limit(count).toList();
  }

  static PathTimes one(RandomGenerator random) {
    double load = Math.exp(0.5 * random.nextGaussian());
    double ads = random.nextInt(3) == 0 ? 0 : 5 * load * noise(random);
    return request(2 * noise(random), 20 * load * noise(random), 30 * load * noise(random), ads, 0);
  }

  private static double noise(RandomGenerator random) {
    return Math.exp(0.1 * random.nextGaussian());
  }

  /** Own milliseconds of the front end, and of each service that it calls unless they are 0. */
  static PathTimes request(double front, double cart, double catalogue, double ads, double mail) {
    CallingContextTree tree = new CallingContextTree();
    int root = tree.child(CallPaths.NONE, PathStep.of(ENDPOINT));
    tree.addExclusive(root, nanos(front));
    add(tree, root, "cart", cart);
    add(tree, root, "catalogue", catalogue);
    add(tree, root, "ads", ads);
    add(tree, root, "mail", mail);
    return PathTimes.copyOf(tree);
  }

  private static void add(CallingContextTree tree, int parent, String service, double millis) {
    if (millis > 0) {
      int node = tree.child(parent, PathStep.of(Frame.of(service, "call")));
      tree.addExclusive(node, nanos(millis));
    }
  }

  static long nanos(double millis) {
    return (long) (millis * 1e6);
  }

  /** A request with the path of each number, of one millisecond. */
  static PathTimes withPaths(IntStream numbers) {
    CallingContextTree tree = new CallingContextTree();
    int root = tree.child(CallPaths.NONE, PathStep.of(ENDPOINT));
    numbers.forEach(number -> add(tree, root, "s" + number, 1));
    return PathTimes.copyOf(tree);
  }

  static AnomalyModel model(Detector detector, Split split) {
    return new AnomalyTrainer(SHARE)
        .train(ENDPOINT, split, detector, 7, random(1), TrainingProgress.NONE);
  }

  static AnomalyModel model(Detector detector) {
    RandomGenerator random = random(2);
    return model(detector, new Split(many(400, random), many(200, random)));
  }
}
