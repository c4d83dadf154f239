package io.tracemill.cli.compare;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.explanation.CategoryMutation;
import io.tracemill.analysis.explanation.CategoryMutation.Precursor;
import io.tracemill.analysis.explanation.CategoryMutation.Side;
import io.tracemill.analysis.explanation.ChangeAccount;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.ChangeAccount.Rate;
import io.tracemill.analysis.explanation.ChangeAccount.Term;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All that a comparison found, for readers: incidents, then each endpoint with its account. */
final class VerboseText {
  private static final int MAX_STEPS = 3;
  private static final int SHOWN_HEX = 8;

  private final List<String> lines = new ArrayList<>();

  private VerboseText() {}

  /** The lines. */
  static List<String> of(Comparison comparison) {
    VerboseText text = new VerboseText();
    for (ExplainedIncident incident : comparison.incidents()) {
      text.line("");
      text.line(
          "%s: %s", incident.incident().severity().label(), IncidentSentence.ofCohorts(incident));
    }
    comparison.endpoints().forEach(text::add);
    return text.lines;
  }

  private void add(ComparedEndpoint endpoint) {
    line("");
    line("%s", ComparisonText.figures(endpoint));
    endpoint.doubt().ifPresent(why -> line("  not compared: %s", why));
    endpoint.explanation().ifPresent(this::add);
  }

  private void add(Explanation why) {
    why.account().places().forEach(this::add);
    line("  not at these places: %s", Figures.percent(why.account().hiddenShare()));
    add(why.account());
    why.mutations().forEach(this::add);
    why.differences()
        .forEach(difference -> line("  slow requests: %s", ComparisonText.text(difference)));
    traces("before", why.exemplars().before());
    traces("after", why.exemplars().after());
  }

  private void add(PlaceChange place) {
    line(
        "  %12s  %5s  %s, %s",
        Figures.signedDuration(place.nanos()),
        Figures.percent(place.share()),
        Figures.name(place.place().toString()),
        Figures.durations(place.beforeNanos(), place.afterNanos()));
  }

  private void add(ChangeAccount account) {
    line("  account of %s:", Figures.signedDuration(account.deltaMeanNanos()));
    account
        .terms()
        .forEach(term -> line("  %12s  %s", Figures.signedDuration(term.nanos()), text(term)));
    line("  %12s  rest", Figures.signedDuration(account.restNanos()));
  }

  private static String text(Term term) {
    return term instanceof Rate rate
        ? "category %s in %s".formatted(text(rate.category()), path(rate))
        : "category %s by its share of the requests".formatted(text(term.category()));
  }

  private static String path(Rate rate) {
    int steps = rate.callPath().size();
    String last =
        rate.callPath().subList(Math.max(0, steps - MAX_STEPS), steps).stream()
            .map(step -> Figures.name(step.toString()))
            .collect(joining(" > "));
    return steps > MAX_STEPS ? "... > " + last : last;
  }

  private void add(CategoryMutation mutation) {
    line(
        "  %s mutation %s: %s; %s of all requests' time",
        mutation.kind().label(),
        text(mutation.flow()),
        sides(mutation.before(), mutation.after()),
        Figures.signedDuration(mutation.contributionNanos()));
    for (Precursor precursor : mutation.precursors()) {
      line(
          "    was %s: %s; similarity %.2f",
          text(precursor.flow()),
          sides(precursor.before(), precursor.after()),
          precursor.similarity());
    }
  }

  private static String sides(Side before, Side after) {
    return "%s -> %s of the requests, mean %s"
        .formatted(
            Figures.percent(before.share()),
            Figures.percent(after.share()),
            Figures.durations(before.meanNanos(), after.meanNanos()));
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
