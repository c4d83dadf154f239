package io.tracemill.analysis.anomaly;

/** Receives the progress of a training that takes minutes. */
@FunctionalInterface
public interface TrainingProgress {
  /** Ignores it. */
  TrainingProgress NONE = (epoch, epochs, loss) -> {};

  /**
   * Receives the end of an epoch.
   *
   * @param epoch how many are done, from 1
   * @param epochs the most that there can be
   * @param loss mean negative log-likelihood of held-out requests, nats
   */
  void epoch(int epoch, int epochs, double loss);
}
