package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.AlarmBudget.Family;
import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Asks all rows whether the windows that end now differ from what is normal (semantics 8.2): the
 * signed root of the large-deviation rate, for as many requests as they are worth when panes vary.
 */
final class ChangeTest {
  /** Below this half squared distance, in standard errors, an answer cannot matter. */
  private static final double QUICK = 3;

  private static final int VARIATION_WINDOW = 4;
  private static final int VARIATION_PANES = 10;
  private static final double MIN_VARIANCE = 0.02;

  private final Grid grid;
  private final PaneClock clock;
  private final Rows rows;
  private final Variation variation;
  private final int minRequests;

  /** By window, its first column. */
  private final int[] firsts;

  private final RecentSums recent;
  private final List<Question> questions = new ArrayList<>();
  private final Map<Family, Integer> asked = new EnumMap<>(Family.class);

  private ChangeTest(Grid grid, PaneClock clock, Rows rows, Variation variation, int minRequests) {
    this.grid = grid;
    this.clock = clock;
    this.rows = rows;
    this.variation = variation;
    this.minRequests = minRequests;
    this.firsts = new int[grid.windows().length];
    for (int i = 0; i < firsts.length; i++) {
      firsts[i] = clock.first(grid.windows()[i]);
    }
    this.recent = new RecentSums(clock);
  }

  /**
   * What was found, the most surprising first, and how much was asked.
   *
   * @param asked rows of each family that could be asked about; windows of a row overlap, so that
   *     it counts once
   */
  record Answers(List<Question> questions, Map<Family, Integer> asked) {}

  /** Asks all rows. */
  static Answers ask(Grid grid, PaneClock clock, Rows rows, Variation variation, int minRequests) {
    ChangeTest test = new ChangeTest(grid, clock, rows, variation, minRequests);
    test.askAll();
    variation.learn();
    test.questions.sort(Comparator.comparingDouble(Question::surprise).reversed());
    return new Answers(test.questions, test.asked);
  }

  private void askAll() {
    for (EndpointRows of : rows.endpoints()) {
      Frame endpoint = of.endpoint();
      of.places()
          .forEach(
              (place, row) -> {
                if (place == Place.Request.WHOLE) {
                  askedIf(canAsk(row), Family.ERROR);
                } else if (ask(row, () -> new RowKey(endpoint, new PlaceTime(place)))) {
                  boolean part = rows.members(place).size() > 1;
                  askedIf(true, part ? Family.PART : Family.PLACE);
                  // A place that never failed was asked about its errors too.
                  askedIf(true, Family.ERROR);
                }
              });
      of.errors()
          .forEach((place, row) -> ask(row, () -> new RowKey(endpoint, new ErrorShare(place))));
      of.calls()
          .forEach(
              call ->
                  askedIf(
                      ask(
                          call.getValue(),
                          () -> new RowKey(endpoint, new CallShare(call.getKey()))),
                      Family.CALL));
    }
    rows.pooled()
        .forEach(
            (place, row) ->
                askedIf(ask(row, () -> RowKey.ofAll(new PlaceTime(place))), Family.PLACE));
  }

  private void askedIf(boolean could, Family family) {
    asked.merge(family, could ? 1 : 0, Integer::sum);
  }

  /** Sums up a row, and says whether there is enough to ask about in one of the windows. */
  private boolean canAsk(Row row) {
    if (!row.isReady() || row.recentRequests() < minRequests) {
      return false;
    }
    recent.fill(row);
    for (int first : firsts) {
      if (recent.canAsk(first, minRequests)) {
        return true;
      }
    }
    return false;
  }

  /** Asks about a row in all windows; says whether there was enough to ask in one of them. */
  private boolean ask(Row row, Supplier<RowKey> key) {
    boolean could = canAsk(row);
    for (int i = 0; i < firsts.length && could; i++) {
      if (recent.canAsk(firsts[i], minRequests)) {
        if (grid.windows()[i] == VARIATION_WINDOW) {
          tellVariation(row, firsts[i]);
        }
        if (recent.distance(firsts[i], leastBetween(row.kind(), i)) > QUICK) {
          ask(key.get(), row, grid.windows()[i], firsts[i]);
        }
      }
    }
    return could;
  }

  /** A lower bound of a row's variance between windows. */
  private double leastBetween(Kind kind, int i) {
    int window = grid.windows()[i];
    return variation.least(kind, window, grid.panes() / window + 1);
  }

  /** Each row's own variation is looked at in turn; what it said last counts until then. */
  private void tellVariation(Row row, int first) {
    if (row instanceof PooledRow) {
      return;
    }
    if (!row.knowsVariation() || (clock.panes() + row.ordinal()) % VARIATION_PANES == 0) {
      double prior = variation.prior(row.kind(), VARIATION_WINDOW);
      Baseline baseline = Baseline.of(row, clock, first, VARIATION_WINDOW, prior);
      row.setVariation(
          variation.ofPane(baseline, VARIATION_WINDOW),
          baseline.variance() > MIN_VARIANCE ? variation.known(baseline, VARIATION_WINDOW) : 0);
    }
    variation.tell(row.kind(), row.variation(), row.variationKnown());
  }

  private void ask(RowKey key, Row row, int window, int first) {
    Kind kind = row.kind();
    Baseline baseline = Baseline.of(row, clock, first, window, variation.prior(kind, window));
    double requests = recent.requests(first);
    double mean = recent.scores(first) / requests;
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
    Scores scores = scores(key, row, first, baseline);
    double target = kind == Kind.TIME ? mean + scores.mean() - baseline.mean() : mean;
    double worth = variance / total;
    double degrees =
        total
            * total
            / (between * between)
            * (variation.known(baseline, window) + Variation.PRIOR_PANES);
    double root = Math.sqrt(2 * worth * LargeDeviation.rate(scores, target));
    questions.add(
        new Question(
            key,
            LargeDeviation.surprise(root, degrees),
            window,
            first,
            (long) requests,
            mean,
            baseline.mean()));
  }

  /** How a request's score is distributed: over endpoints by their requests now. */
  private Scores scores(RowKey key, Row row, int first, Baseline baseline) {
    if (!(key.subject() instanceof PlaceTime time)) {
      return Scores.ofShare(baseline.requests(), baseline.mean());
    }
    double[] own = Scores.none();
    for (PlaceRow member : rows.members(key, time.place()).values()) {
      long now = member.allRequests(clock, first);
      if (now > 0 && member.isReady()) {
        double shift = row instanceof PooledRow ? member.centre() : 0;
        Scores.add(own, member, member.baselineTimes(clock, first), shift, (double) now);
      }
    }
    return Scores.mixed(own, baseline.requests());
  }
}
