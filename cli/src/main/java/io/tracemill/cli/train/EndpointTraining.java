package io.tracemill.cli.train;

import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyTrainer;
import io.tracemill.analysis.anomaly.AnomalyTrainer.Trained;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.span.Frame;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Trains endpoints one after the other. The random numbers of an endpoint depend on the seed and
 * its name, not on the other endpoints.
 *
 * @param screen gets a line for each endpoint once it is trained
 */
record EndpointTraining(
    NormalRequests requests,
    double alarmShare,
    long seed,
    PrintWriter screen,
    ProgressLine progress) {
  /** The models of those that have enough requests. */
  List<AnomalyModel> train(List<Frame> endpoints) {
    List<AnomalyModel> models = new ArrayList<>();
    try {
      for (int i = 0; i < endpoints.size(); i++) {
        progress.begin(endpoints.get(i), i + 1, endpoints.size());
        train(endpoints.get(i)).ifPresent(models::add);
      }
    } finally {
      progress.clear();
    }
    return models;
  }

  private Optional<AnomalyModel> train(Frame endpoint) {
    long startNanos = System.nanoTime();
    List<PathTimes> paths = requests.paths(endpoint);
    SplittableRandom random = new SplittableRandom(seed ^ endpoint.hashHigh());
    // The end of the requests stands for the time of training, so that the file can be repeated.
    Optional<Trained> trained =
        new AnomalyTrainer(alarmShare)
            .train(endpoint, paths, requests.time().endMillis(), random, progress);
    Duration time = Duration.ofNanos(System.nanoTime() - startNanos);
    progress.clear();
    screen.println(
        trained
            .map(each -> TrainingTable.trained(each, time))
            .orElseGet(() -> TrainingTable.refused(endpoint, paths.size())));
    screen.flush();
    return trained.map(Trained::model);
  }
}
