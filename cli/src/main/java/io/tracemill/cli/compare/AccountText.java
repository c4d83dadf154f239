package io.tracemill.cli.compare;

import io.tracemill.analysis.change.ChangeAccount;
import io.tracemill.analysis.change.ChangeAccount.Rate;
import io.tracemill.analysis.change.ChangeAccount.Term;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Why the mean of an endpoint differs, be it chance or not: the places it lies at, the others
 * together, what is left, and the largest terms of the account. Places that went the other way are
 * among them, so that shares add up to the whole but for those of the smallest.
 */
final class AccountText {
  private static final int MAX_PLACES = 3;
  private static final int MAX_STEPS = 3;

  /** A smaller part of the change is not worth a line. */
  private static final double MIN_SHARE = 0.01;

  private final PrintWriter out;
  private final String indent;
  private final int maxTerms;

  /**
   * @param indent what every line begins with
   * @param maxTerms of the account that are shown
   */
  AccountText(PrintWriter out, String indent, int maxTerms) {
    this.out = out;
    this.indent = indent;
    this.maxTerms = maxTerms;
  }

  /** The mean, the 95th percentile and the number of requests, of both cohorts. */
  static String figures(Totals totals) {
    return "mean %s -> %s (%s), p95 %s -> %s, %s against %s"
        .formatted(
            Wording.duration(totals.beforeMeanNanos()),
            Wording.duration(totals.afterMeanNanos()),
            signed(totals.afterMeanNanos() - totals.beforeMeanNanos()),
            Wording.duration(totals.beforeP95Nanos()),
            Wording.duration(totals.afterP95Nanos()),
            Wording.count(totals.afterTraces(), "request"),
            Wording.number(totals.beforeTraces()));
  }

  /**
   * Places that were found come first, as the incident's line has them; others may be chance, and
   * are marked.
   *
   * @param found those that alerts are put down to; if empty nothing is marked
   */
  void print(ComparedEndpoint endpoint, Set<Culprit> found) {
    List<CulpritChange> places =
        endpoint.culprits().stream()
            .filter(place -> Math.abs(place.share()) >= MIN_SHARE)
            .sorted(Comparator.comparing(place -> !found.contains(place.culprit())))
            .toList();
    places.stream().limit(MAX_PLACES).forEach(place -> printPlace(place, isChance(place, found)));
    printMore(places.stream().skip(MAX_PLACES).toList());
    line("not explained: %s", Wording.percent(endpoint.slide().totals().restRatio()));
    endpoint.account().ifPresent(this::printTerms);
  }

  private static boolean isChance(CulpritChange place, Set<Culprit> found) {
    return !found.isEmpty() && !found.contains(place.culprit());
  }

  private void printTerms(ChangeAccount account) {
    line("largest terms:");
    account.terms().stream()
        .filter(term -> partOf(term.nanos(), account.deltaMeanNanos()) >= MIN_SHARE)
        .limit(maxTerms)
        .forEach(this::printTerm);
  }

  private void printPlace(CulpritChange change, boolean mayBeChance) {
    line(
        "%12s  %4s  %s, %s -> %s%s",
        signed(change.nanos()),
        Wording.percent(change.share()),
        Wording.printable(change.culprit().toString()),
        Wording.duration(change.beforeNanos()),
        Wording.duration(change.afterNanos()),
        mayBeChance ? " (no alert is put down to it)" : "");
  }

  /** Places without a line of their own; those that went the other way count against the others. */
  private void printMore(List<CulpritChange> places) {
    if (!places.isEmpty()) {
      line(
          "%12s  %4s  %s",
          signed(places.stream().mapToLong(CulpritChange::nanos).sum()),
          Wording.percent(places.stream().mapToDouble(CulpritChange::share).sum()),
          Wording.count(places.size(), "more place"));
    }
  }

  private void printTerm(Term term) {
    String category = term.category().hex().substring(0, 8);
    line(
        "%12s  %s",
        signed(term.nanos()),
        term instanceof Rate rate
            ? "category %s in %s".formatted(category, path(rate))
            : "category %s by its share of the requests".formatted(category));
  }

  private static String path(Rate rate) {
    int steps = rate.callPath().size();
    String last =
        String.join(
            " > ",
            rate.callPath().subList(Math.max(0, steps - MAX_STEPS), steps).stream()
                .map(step -> Wording.printable(step.toString()))
                .toList());
    return steps > MAX_STEPS ? "... > " + last : last;
  }

  private static String signed(long nanos) {
    return (nanos < 0 ? "-" : "+") + Wording.duration(Math.abs(nanos));
  }

  private static double partOf(long part, long of) {
    return of == 0 ? 0 : Math.abs((double) part / of);
  }

  private void line(String format, Object... values) {
    out.println(indent + String.format(Locale.ROOT, format, values));
  }
}
