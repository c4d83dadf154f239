package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.Baseline;
import io.tracemill.analysis.baseline.EndpointRows;
import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.PlaceRow;
import io.tracemill.analysis.baseline.RecentSums;
import io.tracemill.analysis.baseline.Row;
import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.baseline.Rows;
import io.tracemill.analysis.detection.AlarmBudget.Family;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.special.Beta;

/**
 * Tests whether the windows of each row that end now differ from the baseline (semantics 8.2). The
 * statistic is the signed root of the large-deviation rate. Its number of requests is reduced by
 * the variance between panes.
 */
final class ChangeTest {
  /** Below this half squared distance, in standard errors, a result cannot matter. */
  private static final double QUICK = 3;

  /**
   * The window whose blocks measure how much panes vary; a row's turn comes once in so many panes.
   */
  private static final int VARIATION_WINDOW = 4;

  private static final int VARIATION_PANES = 10;
  private static final double MIN_VARIANCE = 0.02;

  /** Below this a p-value is computed by its logarithm. */
  private static final double TINY = 1e-280;

  private final PaneClock clock;
  private final Rows rows;
  private final Variation variation;
  private final int minRequests;
  private final int[] windows;

  /** By window, its first column. */
  private final int[] firsts;

  /** By kind and window: a lower bound of a row's variance between windows. */
  private final double[][] leastBetween;

  private final RecentSums recent;
  private final List<Question> questions = new ArrayList<>();
  private final Map<Family, Integer> asked = new EnumMap<>(Family.class);

  private ChangeTest(PaneClock clock, Rows rows, Variation variation, int minRequests) {
    this.clock = clock;
    this.rows = rows;
    this.variation = variation;
    this.minRequests = minRequests;
    this.windows = clock.windows();
    this.firsts = Arrays.stream(windows).map(clock::first).toArray();
    this.leastBetween =
        Arrays.stream(Kind.values())
            .map(
                kind ->
                    Arrays.stream(windows)
                        .mapToDouble(of -> variation.least(kind, of, clock.maxPanes() / of + 1))
                        .toArray())
            .toArray(double[][]::new);
    this.recent = new RecentSums(clock);
  }

  /**
   * The significant results, the most surprising first, and the number of tests.
   *
   * @param asked number of testable rows in each family; windows of a row overlap, so it counts
   *     once
   */
  record Answers(List<Question> questions, Map<Family, Integer> asked) {}

  /** Tests all rows. */
  static Answers ask(PaneClock clock, Rows rows, Variation variation, int minRequests) {
    ChangeTest test = new ChangeTest(clock, rows, variation, minRequests);
    rows.endpoints().forEach(test::testAll);
    rows.pooled()
        .forEach(
            (place, row) -> {
              RowKey key = RowKey.ofAll(new PlaceTime(place));
              test.count(test.test(row, key, Family.PLACE), Family.PLACE);
            });
    variation.learn();
    test.questions.sort(Comparator.comparingDouble(Question::surprise).reversed());
    return new Answers(test.questions, test.asked);
  }

  private void testAll(EndpointRows of) {
    Frame endpoint = of.endpoint();
    of.places()
        .forEach(
            (place, row) -> {
              boolean whole = place == Place.Request.WHOLE;
              Family family = rows.members(place).size() > 1 ? Family.PART : Family.PLACE;
              RowKey key = new RowKey(endpoint, new PlaceTime(place));
              boolean could = whole ? canTest(row) : test(row, key, family);
              count(could && !whole, family);
              // A place without failures counts as tested too.
              count(could, Family.ERROR);
            });
    of.errors()
        .forEach(
            (place, row) -> test(row, new RowKey(endpoint, new ErrorShare(place)), Family.ERROR));
    of.forEachCall(
        (call, row) ->
            count(test(row, new RowKey(endpoint, new CallShare(call)), Family.CALL), Family.CALL));
  }

  private void count(boolean could, Family family) {
    asked.merge(family, could ? 1 : 0, Integer::sum);
  }

  /** Sums up a row; returns whether one of the windows has enough requests to test. */
  private boolean canTest(Row row) {
    if (!row.isReady() || row.recentRequests() < minRequests) {
      return false;
    }
    recent.fill(row);
    for (int first : firsts) {
      if (recent.canTest(first, minRequests)) {
        return true;
      }
    }
    return false;
  }

  /** Tests a row in all windows; returns whether one of them had enough requests. */
  private boolean test(Row row, RowKey key, Family family) {
    boolean could = canTest(row);
    for (int i = 0; i < firsts.length && could; i++) {
      if (recent.canTest(firsts[i], minRequests)) {
        if (windows[i] == VARIATION_WINDOW && !key.isOfAll()) {
          tellVariation(row, firsts[i]);
        }
        if (recent.distance(firsts[i], leastBetween[row.kind().ordinal()][i]) > QUICK) {
          test(row, key, family, windows[i], firsts[i]);
        }
      }
    }
    return could;
  }

  /** Rows measure their own variation in turn; the last measurement counts until the next turn. */
  private void tellVariation(Row row, int first) {
    if (row.variationKnown() < 0 || row.hasTurn(clock, VARIATION_PANES)) {
      double prior = variation.prior(row.kind(), VARIATION_WINDOW);
      Baseline baseline = Baseline.of(row, clock, first, VARIATION_WINDOW, prior);
      row.setVariation(
          variation.ofPane(baseline, VARIATION_WINDOW),
          baseline.variance() > MIN_VARIANCE ? variation.known(baseline, VARIATION_WINDOW) : 0);
    }
    variation.tell(row.kind(), row.variation(), row.variationKnown());
  }

  private void test(Row row, RowKey key, Family family, int window, int first) {
    Kind kind = row.kind();
    Baseline baseline = Baseline.of(row, clock, first, window, variation.prior(kind, window));
    double requests = recent.requests(first);
    double mean = recent.mean(first);
    double variance = baseline.variance();
    double between =
        variation.between(kind, baseline, window)
            * variance
            * variation.nearness(window, baseline.blocks());
    double total = between + variance / requests + variance / Math.max(baseline.requests(), 1);
    double distance = mean - baseline.mean();
    boolean fewerErrors = kind == Kind.ERROR && distance < 0;
    if (fewerErrors || distance * distance / (2 * total) <= QUICK) {
      return;
    }
    ScoreDistribution scores = scores(key, first, baseline);
    double target = kind == Kind.TIME ? mean + scores.mean() - baseline.mean() : mean;
    double worth = variance / total;
    double degrees =
        total
            * total
            / (between * between)
            * (variation.known(baseline, window) + Variation.PRIOR_PANES);
    double root = Math.sqrt(2 * worth * scores.rate(target));
    questions.add(
        new Question(
            key,
            family,
            surprise(root, degrees),
            first,
            (long) requests,
            mean,
            baseline.mean(),
            (long) baseline.requests()));
  }

  /** The distribution of a request's score; endpoints are weighted by their current requests. */
  private ScoreDistribution scores(RowKey key, int first, Baseline baseline) {
    if (!(key.subject() instanceof PlaceTime time)) {
      return ScoreDistribution.ofShare(baseline.requests(), baseline.mean());
    }
    double[] own = ScoreDistribution.none();
    for (PlaceRow member : rows.members(key, time.place()).values()) {
      long now = member.allRequests(clock, first);
      if (now > 0 && member.isReady()) {
        double shift = key.isOfAll() ? member.centre() : 0;
        double[] counts = member.baselineTimes(clock, first);
        ScoreDistribution.add(own, member, counts, shift, (double) now);
      }
    }
    return ScoreDistribution.ofTime(own, baseline.requests());
  }

  /**
   * Minus the natural logarithm of the two-sided p-value in Student's distribution.
   *
   * @param root signed root of the rate of all requests, reduced by the variance between panes
   * @param degrees of freedom
   */
  static double surprise(double root, double degrees) {
    double x = degrees / (degrees + root * root);
    double p = Beta.regularizedBeta(x, degrees / 2, 0.5);
    if (p > TINY) {
      return -Math.log(p);
    }
    double a = degrees / 2;
    return -(a * Math.log(x) - 0.5 * Math.log1p(-x) - Math.log(a) - Beta.logBeta(a, 0.5));
  }
}
