package io.tracemill.cli.train;

import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyTrainer;
import io.tracemill.analysis.anomaly.AnomalyTrainer.Trained;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private static final double MILLIS_PER_SECOND = 1000;

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
        trained.map(each -> trained(each, time)).orElseGet(() -> refused(endpoint, paths.size())));
    screen.flush();
    return trained.map(Trained::model);
  }

  /** The names of the columns; figures come first. */
  static String header() {
    return line("requests", "paths", "detector", "alarms", "seconds", "endpoint");
  }

  private static String trained(Trained trained, Duration time) {
    AnomalyModel model = trained.model();
    return line(
        Wording.number(model.requests()),
        Wording.number(model.encoder().width()),
        switch (model.detector()) {
          case NEAREST -> "nearest";
          case VAE -> "VAE";
        },
        Wording.number(trained.alarms()) + " of " + Wording.number(trained.heldOut()),
        String.format(Locale.ROOT, "%.1f", time.toMillis() / MILLIS_PER_SECOND),
        Wording.frame(model.endpoint()));
  }

  /** An endpoint with too few requests. */
  private static String refused(Frame endpoint, int requests) {
    return line(
        Wording.number(requests),
        "-",
        "-",
        "-",
        "-",
        "%s (refused: fewer than %d)"
            .formatted(Wording.frame(endpoint), AnomalyTrainer.MIN_REQUESTS));
  }

  private static String line(Object... cells) {
    return String.format(Locale.ROOT, "%8s  %5s  %-8s  %14s  %7s  %s", cells);
  }
}
