package io.tracemill.cli.query.answer;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.cli.screen.Wording;

/** Words that answers share. */
public final class AnswerText {
  private AnswerText() {}

  /** {@code (+- 120, estimated from 5,000)}; empty if the store has all requests. */
  public static String estimated(double error, long rows) {
    return error > 0
        ? " (+- %s, estimated from %s)"
            .formatted(Figures.count(Math.round(error)), Figures.count(rows))
        : "";
  }

  /** {@code (estimated from 5,000)}; empty if every request is kept. */
  public static String from(Basis basis) {
    return basis.exact() ? "" : " (estimated from %s)".formatted(Figures.count(basis.kept()));
  }

  /** {@code 12.3 ms}, or {@code 12.3 ms (+- 0.2 ms)} if it is an estimate. */
  public static String mean(double nanos, double errorNanos) {
    String mean = Figures.duration(Math.round(nanos));
    return errorNanos > 0
        ? "%s (+- %s)".formatted(mean, Figures.duration(Math.round(errorNanos)))
        : mean;
  }

  /** {@code 1 span}, {@code 1,200 spans}. */
  public static String spans(long count) {
    return Wording.count(count, "span");
  }

  /** A time in UTC. */
  public static String time(long millis) {
    return Wording.dated(millis) + " UTC";
  }
}
