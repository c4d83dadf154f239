package io.tracemill.cli.compare;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.comparison.Comparison;
import io.tracemill.analysis.comparison.Comparison.Endpoint;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.explanation.CategoryMutation;
import io.tracemill.analysis.explanation.CategoryMutation.Precursor;
import io.tracemill.analysis.explanation.CategoryMutation.Side;
import io.tracemill.analysis.explanation.ChangeAccount;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.record.ChangeRecord.Term;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.record.MutationRecord.ChangedStep;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.store.change.ComparisonAnswer.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** A comparison as text: the verdict first, then the most important findings, or all of them. */
final class ComparisonText {
  /** Lines after the verdict. */
  static final int MAX_LINES = 10;

  private static final int MAX_INCIDENTS = 2;
  private static final int MAX_ENDPOINTS = 3;
  private static final int MAX_PLACES = 3;
  private static final int MAX_STEPS = 3;
  private static final int MAX_CATEGORIES = 2;
  private static final int MAX_PATHS = 10;
  private static final int SHOWN_HEX = 8;

  /** Smaller parts of a change are left out. */
  private static final double MIN_SHARE = 0.05;

  private final List<String> lines = new ArrayList<>();

  private ComparisonText() {}

  /**
   * The most important findings.
   *
   * @param steps the steps that surely changed, the largest change first
   * @param what the compared cohorts, in one line
   */
  static List<String> of(Comparison comparison, List<Step> steps, String what) {
    ComparisonText text = new ComparisonText();
    text.line("%s", comparison.sentence());
    text.line("%s", what);
    text.moreIncidents(comparison.incidents());
    text.moved(comparison);
    if (comparison.verdict() != Comparison.Verdict.UNCHANGED) {
      text.changed(steps);
      text.categories(comparison.compared());
    }
    comparison.incidents().stream()
        .flatMap(incident -> incident.explanation().stream())
        .flatMap(why -> why.differences().stream())
        .findFirst()
        .ifPresent(difference -> text.line("The slow requests: %s", text(difference)));
    text.notCompared(comparison.endpoints());
    return text.lines.subList(0, Math.min(text.lines.size(), 1 + MAX_LINES));
  }

  /**
   * All findings: incidents, then each endpoint with its account.
   *
   * @param differences the difference of an endpoint's call trees
   */
  static List<String> verbose(Comparison comparison, Function<Frame, TreeDifference> differences) {
    ComparisonText text = new ComparisonText();
    for (ExplainedIncident incident : comparison.incidents()) {
      text.line("");
      text.line(
          "%s: %s", incident.incident().severity().label(), IncidentSentence.ofCohorts(incident));
    }
    for (Endpoint endpoint : comparison.endpoints()) {
      text.add(endpoint);
      text.add(differences.apply(endpoint.endpoint()));
    }
    return text.lines;
  }

  private void moreIncidents(List<ExplainedIncident> incidents) {
    incidents.stream()
        .skip(1)
        .limit(MAX_INCIDENTS)
        .forEach(incident -> line("Also: %s", IncidentSentence.ofCohorts(incident)));
    int left = incidents.size() - 1 - MAX_INCIDENTS;
    if (left > 0) {
      line("And %s; --verbose or --json shows all.", count(left, "more incident"));
    }
  }

  /** Which categories changed most, by how much, how sure that is, and at which steps. */
  private void categories(List<Endpoint> endpoints) {
    Set<CallTreeSignature> said = new HashSet<>();
    endpoints.stream()
        .flatMap(endpoint -> endpoint.explanation().stream())
        .flatMap(why -> why.mutations().stream())
        .sorted(comparingLong(each -> -Math.abs(each.contributionNanos())))
        .filter(each -> said.add(each.signature()))
        .limit(MAX_CATEGORIES)
        .forEach(each -> line("Category %s", text(each)));
  }

  private static String text(CategoryMutation mutation) {
    Optional<Precursor> was = mutation.precursors().stream().findFirst();
    return "%s%s: %s (%s)%s"
        .formatted(
            text(mutation.signature()),
            was.map(each -> " (was " + text(each.signature()) + ")").orElse(""),
            sides(
                mutation.before(),
                was.map(Precursor::before).orElse(mutation.before()).meanNanos(),
                mutation.after()),
            Figures.pValue(mutation.pValue()),
            mutation.steps().isEmpty() ? "" : ": " + steps(mutation.steps()));
  }

  private static String steps(List<ChangedStep> steps) {
    return steps.stream().limit(MAX_STEPS).map(ComparisonText::text).collect(joining(", "));
  }

  private static String text(ChangedStep step) {
    return moved(
        step.callPath(),
        step.nanos(),
        step.pValue().isPresent() ? Figures.pValue(step.pValue().getAsDouble()) : "");
  }

  /** {@code payment POST /pay -> bank-api +30 ms (p < 10^-9)}. */
  private static String moved(List<?> callPath, long nanos, String sure) {
    return "%s %s%s"
        .formatted(
            Figures.name(callPath.get(callPath.size() - 1).toString()),
            Figures.signedDuration(nanos),
            sure.isEmpty() ? "" : " (" + sure + ")");
  }

  /** The endpoints whose requests take more or less time in total than before. */
  private void moved(Comparison comparison) {
    List<Endpoint> compared = comparison.compared();
    (compared.isEmpty() ? comparison.endpoints() : compared)
        .stream()
            .filter(endpoint -> endpoint.movedNanos() != 0)
            .limit(MAX_ENDPOINTS)
            .forEach(
                endpoint ->
                    line("%s%s", figures(endpoint), places(endpoint.explanation().orElseThrow())));
  }

  /** The mean, the 95th percentile and the requests of both cohorts. */
  private static String figures(Endpoint endpoint) {
    return "%s: %s%s against %s requests"
        .formatted(
            Figures.name(endpoint.endpoint().toString()),
            endpoint.explanation().map(Explanation::totals).map(ComparisonText::times).orElse(""),
            Figures.count(endpoint.after()),
            Figures.count(endpoint.before()));
  }

  private static String times(Totals totals) {
    return "mean %s, p95 %s, "
        .formatted(
            Figures.durations(totals.before().meanNanos(), totals.after().meanNanos()),
            Figures.durations(totals.before().p95Nanos(), totals.after().p95Nanos()));
  }

  private static String places(Explanation why) {
    String places =
        why.account().places().stream()
            .filter(place -> Math.abs(place.share()) >= MIN_SHARE)
            .limit(MAX_PLACES)
            .map(
                place ->
                    Figures.name(place.place().toString())
                        + " "
                        + Figures.signedDuration(place.nanos()))
            .collect(joining(", "));
    return places.isEmpty() ? "" : ": " + places;
  }

  /** {@code bank-api v2, 93 % of them, 4 % before}. */
  private static String text(Difference difference) {
    return "%s, %s of them, %s before"
        .formatted(
            difference.rule(Figures::name),
            Figures.percent(difference.afterShare()),
            Figures.percent(difference.beforeShare()));
  }

  private void changed(List<Step> steps) {
    String changed =
        steps.stream()
            .limit(MAX_STEPS)
            .map(
                step ->
                    moved(
                        step.path(), Math.round(step.deltaNanos()), Figures.pValue(step.pValue())))
            .collect(joining(", "));
    if (!changed.isEmpty()) {
      line("Changed steps, own time a request: %s", changed);
    }
  }

  private void notCompared(List<Endpoint> endpoints) {
    String reasons =
        endpoints.stream()
            .flatMap(endpoint -> endpoint.doubt().stream())
            .collect(groupingBy(doubt -> doubt, TreeMap::new, counting()))
            .entrySet()
            .stream()
            .map(doubt -> "%s (%s)".formatted(count(doubt.getValue(), "endpoint"), doubt.getKey()))
            .collect(joining(", "));
    if (!reasons.isEmpty()) {
      line("Not compared: %s.", reasons);
    }
  }

  private static String count(long count, String noun) {
    return "%s %s%s".formatted(Figures.count(count), noun, count == 1 ? "" : "s");
  }

  private void add(Endpoint endpoint) {
    line("");
    line("%s", figures(endpoint));
    endpoint.doubt().ifPresent(why -> line("  not compared: %s", why));
    endpoint.explanation().ifPresent(this::add);
  }

  private void add(Explanation why) {
    ChangeAccount account = why.account();
    for (PlaceChange place : account.places()) {
      line(
          "  %12s  %5s  %s, %s",
          Figures.signedDuration(place.nanos()),
          Figures.percent(place.share()),
          Figures.name(place.place().toString()),
          Figures.durations(place.beforeNanos(), place.afterNanos()));
    }
    line("  not at these places: %s", Figures.percent(account.hiddenShare()));
    line("  account of %s:", Figures.signedDuration(account.deltaMeanNanos()));
    account
        .terms()
        .forEach(term -> line("  %12s  %s", Figures.signedDuration(term.nanos()), text(term)));
    line("  %12s  rest", Figures.signedDuration(account.restNanos()));
    why.mutations().forEach(this::add);
    why.differences().forEach(difference -> line("  slow requests: %s", text(difference)));
    traces("before", why.exemplars().before());
    traces("after", why.exemplars().after());
  }

  /** Lists the call paths whose own time changed most, if both cohorts have requests. */
  private void add(TreeDifference difference) {
    if (difference.before() == 0 || difference.after() == 0) {
      return;
    }
    line("  call paths by own time a request:");
    difference.nodes().stream()
        .filter(node -> node.own().deltaNanos() != 0)
        .sorted(comparingLong(node -> -Math.abs(node.own().deltaNanos())))
        .limit(MAX_PATHS)
        .forEach(
            node ->
                line(
                    "  %12s  %5s  %s, %s",
                    Figures.signedDuration(node.own().deltaNanos()),
                    relative(node),
                    path(difference.path(node)),
                    Figures.durations(node.own().beforeNanos(), node.own().afterNanos())));
  }

  /** The relative change of a path's own time; empty if it had no own time before. */
  private static String relative(TreeDifference.Node node) {
    OptionalDouble ratio = node.own().ratio();
    if (ratio.isPresent()) {
      return String.format(Locale.ROOT, "%+.0f %%", 100 * ratio.getAsDouble());
    }
    return node.added() ? "new" : "";
  }

  private static String text(Term term) {
    String category = term.category().substring(0, SHOWN_HEX);
    return term.node()
        .map(path -> "category %s in %s".formatted(category, path(path)))
        .orElseGet(() -> "category %s by its share of the requests".formatted(category));
  }

  private static String path(List<PathStep> callPath) {
    int steps = callPath.size();
    String last =
        callPath.subList(Math.max(0, steps - MAX_STEPS), steps).stream()
            .map(step -> Figures.name(step.toString()))
            .collect(joining(" > "));
    return steps > MAX_STEPS ? "... > " + last : last;
  }

  private void add(CategoryMutation mutation) {
    line(
        "  %s mutation %s: %s; %s of all requests' time",
        mutation.kind().label(),
        text(mutation.signature()),
        sides(mutation.before(), mutation.after()),
        Figures.signedDuration(mutation.contributionNanos()));
    for (Precursor precursor : mutation.precursors()) {
      line(
          "    was %s: %s; similarity %.2f",
          text(precursor.signature()),
          sides(precursor.before(), precursor.after()),
          precursor.similarity());
    }
    mutation.steps().forEach(step -> line("    at %s", text(step)));
  }

  private static String sides(Side before, Side after) {
    return sides(before, before.meanNanos(), after);
  }

  private static String sides(Side before, long meanBeforeNanos, Side after) {
    return "%s -> %s of the requests, mean %s"
        .formatted(
            Figures.percent(before.share()),
            Figures.percent(after.share()),
            Figures.durations(meanBeforeNanos, after.meanNanos()));
  }

  private static String text(CallTreeSignature flow) {
    return flow.hex().substring(0, SHOWN_HEX);
  }

  private void traces(String when, List<TraceId> traces) {
    if (!traces.isEmpty()) {
      line("  traces %s: %s", when, traces.stream().map(TraceId::hex).collect(joining(", ")));
    }
  }

  private void line(String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values));
  }
}
