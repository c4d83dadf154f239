package io.tracemill.analysis.deployment;

import io.tracemill.analysis.deployment.Deployment.Outcome;
import io.tracemill.analysis.deployment.Deployment.Side;
import io.tracemill.analysis.deployment.Deployment.Verdict;
import io.tracemill.analysis.ranktest.StratifiedTest;
import io.tracemill.analysis.ranktest.StratifiedTest.Block;
import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalDouble;

/**
 * Sums over requests with the old and the new value. Only requests of the same pane, endpoint and
 * number of calls are compared with each other; the load of a moment is the same for both.
 *
 * @param before number of compared requests with the old value
 * @param after the same with the new value
 * @param weight sum of the strata's weights, with which the following sums are weighted
 * @param logBefore the strata's mean logarithms of the latency in nanoseconds
 * @param failedBefore the strata's shares of failures
 */
public record SideBySide(
    long before,
    long after,
    StratifiedTest latency,
    StratifiedTest failures,
    double weight,
    double logBefore,
    double logAfter,
    double failedBefore,
    double failedAfter) {
  /** Each side needs this many requests for a verdict. */
  public static final int REQUESTS = 500;

  /** There must be this many panes with both, because requests of a pane depend on each other. */
  public static final int PANES = 10;

  /** No requests yet. */
  static final SideBySide NONE =
      new SideBySide(0, 0, StratifiedTest.NONE, StratifiedTest.NONE, 0, 0, 0, 0, 0);

  /** The largest probability by chance; two tests make it 1 % of deployments. */
  private static final double CHANCE = 0.005;

  /** A faster version is not better if more requests fail, by chance with at most this p. */
  private static final double SUSPICION = 0.1;

  /** A change of latency matters from this ratio on, in either direction. */
  private static final double LEAST_RATIO = 1.05;

  /** A change of the share of failures matters from this on. */
  private static final double LEAST_FAILURES = 0.01;

  private static final double CONTINUITY = 0.5;

  /** Requests of one pane, endpoint and number of calls; neither side is empty. */
  record Stratum(long[] before, long[] after, int failedBefore, int failedAfter) {
    private double weight() {
      return (double) before.length * after.length / (before.length + after.length);
    }

    private static double meanLog(long[] nanos) {
      return Arrays.stream(nanos).mapToDouble(each -> Math.log(Math.max(1.0, (double) each))).sum()
          / nanos.length;
    }
  }

  /** The same with the strata of another pane. */
  SideBySide plus(Collection<Stratum> pane) {
    if (pane.isEmpty()) {
      return this;
    }
    Block figures = new Block();
    Block hits = new Block();
    SideBySide sum = this;
    for (Stratum each : pane) {
      figures.addFigures(each.before, each.after);
      hits.addHits(each.failedBefore, each.before.length, each.failedAfter, each.after.length);
      sum = sum.plus(each);
    }
    return new SideBySide(
        sum.before,
        sum.after,
        latency.plus(figures),
        failures.plus(hits),
        sum.weight,
        sum.logBefore,
        sum.logAfter,
        sum.failedBefore,
        sum.failedAfter);
  }

  private SideBySide plus(Stratum each) {
    double own = each.weight();
    return new SideBySide(
        before + each.before.length,
        after + each.after.length,
        latency,
        failures,
        weight + own,
        logBefore + own * Stratum.meanLog(each.before),
        logAfter + own * Stratum.meanLog(each.after),
        failedBefore + own * each.failedBefore / each.before.length,
        failedAfter + own * each.failedAfter / each.after.length);
  }

  boolean suffices() {
    return Math.min(before, after) >= REQUESTS && latency.blocks() >= PANES;
  }

  /** What the requests say. */
  Verdict verdict(long atMillis) {
    double slower = latency.pValue(0);
    double fail = failures.pValue(CONTINUITY);
    return new Verdict(
        outcome(slower, fail),
        atMillis,
        side(before, logBefore, failedBefore),
        side(after, logAfter, failedAfter),
        OptionalDouble.of(slower),
        OptionalDouble.of(fail));
  }

  /** A verdict without tests. */
  Verdict tooFew(long atMillis) {
    return new Verdict(
        Outcome.TOO_FEW_REQUESTS,
        atMillis,
        side(before, logBefore, failedBefore),
        side(after, logAfter, failedAfter),
        OptionalDouble.empty(),
        OptionalDouble.empty());
  }

  /** Failures decide first: a request that fails early is fast. */
  private Outcome outcome(double slower, double fail) {
    double failed = (failedAfter - failedBefore) / weight;
    if (fail <= CHANCE && Math.abs(failed) >= LEAST_FAILURES) {
      return failed > 0 ? Outcome.WORSE : Outcome.BETTER;
    }
    double ratio = (logAfter - logBefore) / weight;
    boolean same = Math.signum(ratio) == Math.signum(latency.distance());
    if (slower > CHANCE || !same || Math.abs(ratio) < Math.log(LEAST_RATIO)) {
      return Outcome.NO_DIFFERENCE;
    }
    if (ratio > 0) {
      return Outcome.WORSE;
    }
    return fail <= SUSPICION && failed > 0 ? Outcome.NO_DIFFERENCE : Outcome.BETTER;
  }

  private Side side(long requests, double log, double failed) {
    return requests == 0
        ? new Side(0, 0, 0)
        : new Side(requests, Math.round(Math.exp(log / weight)), failed / weight);
  }
}
