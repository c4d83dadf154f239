package io.tracemill.cli.train;

import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyTrainer;
import io.tracemill.analysis.anomaly.AnomalyTrainer.Trained;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.Wording;
import java.time.Duration;
import java.util.Locale;

/** Lines that say what each endpoint gave, figures first. */
final class TrainingTable {
  private static final double MILLIS_PER_SECOND = 1000;

  private TrainingTable() {}

  static String header() {
    return line("requests", "paths", "detector", "alarms", "seconds", "endpoint");
  }

  static String trained(Trained trained, Duration time) {
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
  static String refused(Frame endpoint, int requests) {
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
