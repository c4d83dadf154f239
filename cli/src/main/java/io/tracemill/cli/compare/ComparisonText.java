package io.tracemill.cli.compare;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.Difference;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.explanation.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A comparison for readers: the verdict in the first line, then what matters most. */
final class ComparisonText {
  /** Lines after the verdict. */
  static final int MAX_LINES = 10;

  private static final int MAX_INCIDENTS = 2;
  private static final int MAX_ENDPOINTS = 3;
  private static final int MAX_PLACES = 3;

  /** A smaller part of a change is not worth the room. */
  private static final double MIN_SHARE = 0.05;

  private final Comparison comparison;

  private ComparisonText(Comparison comparison) {
    this.comparison = comparison;
  }

  /**
   * The lines.
   *
   * @param what is compared with what, in a line
   */
  static List<String> of(Comparison comparison, String what) {
    ComparisonText text = new ComparisonText(comparison);
    List<String> lines = new ArrayList<>(List.of(comparison.sentence(), what));
    lines.addAll(text.moreIncidents());
    lines.addAll(text.moved());
    text.difference().ifPresent(lines::add);
    text.notCompared().ifPresent(lines::add);
    return lines.subList(0, Math.min(lines.size(), 1 + MAX_LINES));
  }

  private List<String> moreIncidents() {
    List<String> lines = new ArrayList<>();
    int all = comparison.incidents().size();
    comparison.incidents().stream()
        .skip(1)
        .limit(MAX_INCIDENTS)
        .forEach(incident -> lines.add("Also: " + IncidentSentence.ofCohorts(incident)));
    int left = all - 1 - MAX_INCIDENTS;
    if (left > 0) {
      lines.add("And %s; see --verbose or --json.".formatted(count(left, "more incident")));
    }
    return lines;
  }

  /** The endpoints whose requests take more or less time all together than before. */
  private List<String> moved() {
    List<String> lines = new ArrayList<>();
    List<ComparedEndpoint> compared = comparison.compared();
    (compared.isEmpty() ? comparison.endpoints() : compared)
        .stream()
            .filter(endpoint -> endpoint.movedNanos() != 0)
            .limit(MAX_ENDPOINTS)
            .forEach(
                endpoint ->
                    lines.add(figures(endpoint) + places(endpoint.explanation().orElseThrow())));
    return lines;
  }

  /** The mean, the 95th percentile and the requests of both cohorts. */
  static String figures(ComparedEndpoint endpoint) {
    String name = Figures.name(endpoint.endpoint().toString());
    String requests =
        "%s against %s requests"
            .formatted(Figures.count(endpoint.after()), Figures.count(endpoint.before()));
    return endpoint
        .explanation()
        .map(Explanation::totals)
        .map(totals -> "%s: %s, %s".formatted(name, times(totals), requests))
        .orElse("%s: %s".formatted(name, requests));
  }

  private static String times(Totals totals) {
    return "mean %s, p95 %s"
        .formatted(
            Figures.durations(totals.beforeMeanNanos(), totals.afterMeanNanos()),
            Figures.durations(totals.beforeP95Nanos(), totals.afterP95Nanos()));
  }

  private static String places(Explanation why) {
    String places =
        why.account().places().stream()
            .filter(place -> Math.abs(place.share()) >= MIN_SHARE)
            .limit(MAX_PLACES)
            .map(ComparisonText::place)
            .collect(joining(", "));
    return places.isEmpty() ? "" : ": " + places;
  }

  private static String place(PlaceChange change) {
    return "%s %s"
        .formatted(Figures.name(change.place().toString()), Figures.signedDuration(change.nanos()));
  }

  private Optional<String> difference() {
    return comparison.incidents().stream()
        .flatMap(incident -> incident.explanation().stream())
        .flatMap(why -> why.differences().stream())
        .findFirst()
        .map(difference -> "The slow requests: " + text(difference));
  }

  /** {@code bank-api v2, 93 % of them, 4 % before}. */
  static String text(Difference difference) {
    return "%s, %s of them, %s before"
        .formatted(
            difference.rule(),
            Figures.percent(difference.afterShare()),
            Figures.percent(difference.beforeShare()));
  }

  private Optional<String> notCompared() {
    String reasons =
        comparison.doubtful().stream()
            .collect(groupingBy(each -> each.doubt().orElseThrow(), TreeMap::new, counting()))
            .entrySet()
            .stream()
            .map(
                reason ->
                    "%s (%s)".formatted(count(reason.getValue(), "endpoint"), reason.getKey()))
            .collect(joining(", "));
    return reasons.isEmpty() ? Optional.empty() : Optional.of("Not compared: " + reasons + ".");
  }

  private static String count(long count, String noun) {
    return "%s %s%s".formatted(Figures.count(count), noun, count == 1 ? "" : "s");
  }
}
