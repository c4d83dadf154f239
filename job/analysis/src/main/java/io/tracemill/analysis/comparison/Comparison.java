package io.tracemill.analysis.comparison;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.explanation.SubjectFigures;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.Labelled;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The result of comparing two cohorts.
 *
 * @param rules of the test
 * @param explained the incidents by rank, each as each of its endpoints explains it
 * @param endpoints by how much the total time of their requests changed, the largest first
 */
public record Comparison(
    DetectionRules rules, List<ExplainedIncident> explained, List<Endpoint> endpoints) {
  /** A shorter baseline does not tell how much minutes differ. */
  private static final long SHORT_MILLIS = 600_000;

  public Comparison {
    explained = List.copyOf(explained);
    endpoints =
        endpoints.stream()
            .sorted(
                Comparator.comparingDouble((Endpoint endpoint) -> -Math.abs(endpoint.movedNanos()))
                    .thenComparing(Endpoint::endpoint))
            .toList();
  }

  /**
   * An endpoint that has requests in at least one cohort.
   *
   * @param before its complete requests in the first cohort
   * @param after its complete requests in the second cohort
   * @param doubt the reason why it was not compared, if it was not
   * @param explanation why the mean differs; empty if a cohort has no requests
   */
  public record Endpoint(
      Frame endpoint,
      long before,
      long after,
      Optional<String> doubt,
      Optional<Explanation> explanation) {
    /** The change of the mean times the number of requests after it, nanoseconds. */
    public double movedNanos() {
      return explanation.map(why -> (double) why.account().deltaMeanNanos() * after).orElse(0.0);
    }
  }

  /** The possible verdicts. */
  public enum Verdict implements Labelled {
    CHANGED,
    UNCHANGED,
    UNKNOWN
  }

  /** The incidents by rank, each as its first endpoint explains it. */
  public List<ExplainedIncident> incidents() {
    return explained.stream().filter(ExplainedIncident::isWhole).toList();
  }

  /** The endpoints that were compared. */
  public List<Endpoint> compared() {
    return endpoints.stream().filter(endpoint -> endpoint.doubt().isEmpty()).toList();
  }

  /** Why the compared endpoints differ. */
  private List<Explanation> explanations() {
    return compared().stream().flatMap(endpoint -> endpoint.explanation().stream()).toList();
  }

  /** Why the compared endpoints differ, if the verdict is unknown. */
  public List<Explanation> unjudged() {
    return verdict() == Verdict.UNKNOWN ? explanations() : List.of();
  }

  /** Changed if there is an incident. It is unknown if means moved without one. */
  public Verdict verdict() {
    if (!explained.isEmpty()) {
      return Verdict.CHANGED;
    }
    boolean known = !compared().isEmpty() && moved().isEmpty();
    return known ? Verdict.UNCHANGED : Verdict.UNKNOWN;
  }

  /**
   * The endpoint that moved most, although no place of it surely changed: requests of a category
   * differ significantly, and the mean by more than the smallest effect.
   */
  private Optional<Explanation> moved() {
    return explanations().stream()
        .filter(why -> !why.mutations().isEmpty() && isLarge(why.totals()))
        .findFirst();
  }

  private boolean isLarge(Totals totals) {
    long change = Math.abs(totals.after().meanNanos() - totals.before().meanNanos());
    return change >= rules.minEffect().leastNanos((double) totals.before().meanNanos());
  }

  /** The verdict in one line. */
  public String sentence() {
    return switch (verdict()) {
      case CHANGED -> IncidentSentence.ofCohorts(incidents().get(0));
      case UNCHANGED -> unchanged();
      case UNKNOWN -> moved().map(Comparison::unsure).orElseGet(this::tooFew);
    };
  }

  /** The place that moved most, with a rank test that ignores how much minutes vary. */
  private static String unsure(Explanation why) {
    Totals totals = why.totals();
    String moved =
        "%s mean %s"
            .formatted(
                Figures.name(why.endpoint().toString()),
                Figures.durations(totals.before().meanNanos(), totals.after().meanNanos()));
    return why.account().places().stream()
        .findFirst()
        .map(change -> "Not sure: %s, %s. %s".formatted(moves(change, why), moved, because(why)))
        .orElseGet(() -> "Not sure: %s. %s".formatted(moved, because(why)));
  }

  private static String moves(PlaceChange change, Explanation why) {
    return "%s %s a request (rank test of these requests: %s)"
        .formatted(
            Figures.name(change.place().toString()),
            Figures.signedDuration(change.nanos()),
            Figures.pValue(
                SubjectFigures.ranks(change.place(), why.before(), why.after()).pValue()));
  }

  private static String because(Explanation why) {
    return why.baseline().lengthMillis() < SHORT_MILLIS
        ? "The baseline is too short to tell how much times vary from minute to minute."
        : "No place changed significantly; a cohort may mix normal and slow requests.";
  }

  private String tooFew() {
    return "Too few requests to say: no endpoint has %d requests in %d panes before, and %d after."
        .formatted(Comparer.MIN_BEFORE, Comparer.MIN_PANES, rules.minRequests());
  }

  private String unchanged() {
    List<Endpoint> compared = compared();
    return ("No sure change: %s requests of %s compared with %s. Chance, and changes below %s a"
            + " request, %s of the mean or %s more errors (changes.min-effect), are not reported.")
        .formatted(
            Figures.count(compared.stream().mapToLong(Endpoint::after).sum()),
            compared.size() == 1 ? "1 endpoint" : compared.size() + " endpoints",
            Figures.count(compared.stream().mapToLong(Endpoint::before).sum()),
            Figures.duration(rules.minEffect().timeNanos()),
            Figures.percent(rules.minEffect().ratio()),
            Figures.percent(rules.minEffect().errors()));
  }
}
