package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Comparison;
import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.explanation.CategoryMutation;
import io.tracemill.analysis.explanation.CategoryMutation.Precursor;
import io.tracemill.analysis.explanation.CategoryMutation.Side;
import io.tracemill.analysis.explanation.ChangeAccount;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.Exemplars;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.SubjectFigures;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.IncidentRecord.Requests;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.record.MutationRecord.Change;
import io.tracemill.analysis.record.MutationRecord.ChangedStep;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.change.ComparisonAnswer.Step;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class ComparisonTextTest {
  private static final long MILLI = 1_000_000;
  private static final String WHAT = "Compared: this with that.";
  private static final Period BEFORE = new Period(0, 600_000);
  private static final Period AFTER = new Period(600_000, 900_000);
  private static final Place BANK = new Place.Edge("payment", "bank-api");

  private static final List<Step> STEPS =
      List.of(
          new Step(
              List.of(
                  PathStep.of("shop", "GET /buy", Optional.empty()),
                  PathStep.of("payment", "POST /pay", Optional.of("bank-api"))),
              20 * MILLI,
              50 * MILLI,
              30 * MILLI,
              1e-9,
              1e-8));

  private static List<String> text(
      List<ExplainedIncident> incidents, Comparison.Endpoint... endpoints) {
    return ComparisonText.of(comparison(incidents, endpoints), STEPS, WHAT);
  }

  private static Comparison comparison(
      List<ExplainedIncident> incidents, Comparison.Endpoint... endpoints) {
    return new Comparison(DetectionRules.standard(), incidents, List.of(endpoints));
  }

  private static Comparison.Endpoint endpoint(
      String name, long riseMillis, CategoryMutation... mutations) {
    Frame frame = Frame.of("shop", name);
    long after = (50 + riseMillis) * MILLI;
    Explanation why =
        new Explanation(
            frame,
            BEFORE,
            AFTER,
            new Totals(
                frame,
                new Requests(1200, 0, 50 * MILLI, 80 * MILLI, Optional.empty()),
                new Requests(600, 0, after, after * 2, Optional.empty())),
            new ChangeAccount(
                50 * MILLI,
                after,
                List.of(),
                riseMillis * MILLI,
                List.of(new PlaceChange(BANK, 20 * MILLI, (20 + riseMillis) * MILLI, 1)),
                0),
            List.of(mutations),
            List.of(),
            new Exemplars(List.of(), List.of()),
            SubjectFigures.NONE,
            SubjectFigures.NONE);
    return new Comparison.Endpoint(frame, 1200, 600, Optional.empty(), Optional.of(why));
  }

  private static Comparison.Endpoint doubtful(String name, String why) {
    return new Comparison.Endpoint(
        Frame.of("shop", name), 3, 2, Optional.of(why), Optional.empty());
  }

  private static ExplainedIncident incident() {
    PlaceTime slow = new PlaceTime(BANK);
    Finding.Side side = new Finding.Side(600, 600, 20 * MILLI, 1);
    Frame endpoint = Frame.of("shop", "GET /buy");
    Finding finding =
        Finding.at(
            endpoint,
            slow,
            side,
            new Finding.Side(600, 600, 50 * MILLI, 1),
            AFTER,
            BEFORE,
            1e-9,
            1);
    return new ExplainedIncident(
        new Incident(
            "0",
            Optional.empty(),
            Incident.Severity.PAGE,
            1,
            600_000,
            900_000,
            900_000,
            List.of(endpoint),
            List.of(finding),
            1),
        Optional.empty());
  }

  @Test
  void theFirstLineIsTheSentenceOfTheFirstIncidentWithoutItsTime() {
    List<String> lines = text(List.of(incident()), endpoint("GET /buy", 30));
    assertThat(lines)
        .startsWith(
            "payment -> bank-api is slow: +30 ms a call. Chance: less than 1 in 100,000,000.", WHAT)
        .contains(
            "shop GET /buy: mean 50 -> 80 ms, p95 80 -> 160 ms, 600 against 1,200 requests:"
                + " payment -> bank-api +30 ms",
            "Changed steps, own time a request: payment POST /pay -> bank-api +30 ms (p < 10^-9)");
  }

  @Test
  void aCategorySaysByHowMuchItChangedAtWhichStepAndHowSureThatIs() {
    CategoryMutation category =
        new CategoryMutation(
            Change.STRUCTURAL,
            new CallTreeSignature(1, 2),
            Optional.empty(),
            new Side(30, 0.3, 100 * MILLI, 0),
            new Side(50, 0.5, 905 * MILLI, 0),
            2e-13,
            MILLI,
            List.of(
                new Precursor(
                    new CallTreeSignature(2L << 32, 0),
                    new CanonicalForm(
                        List.of(new Node(0, Frame.of("shop", "GET /buy"), false, 1)), false),
                    new Side(50, 0.5, 209 * MILLI, 0),
                    new Side(30, 0.3, 209 * MILLI, 0),
                    0.5)),
            List.of(
                new ChangedStep(
                    List.of(PathStep.edge(Frame.of("payment", "POST /pay"), "bank-api")),
                    0,
                    30 * MILLI,
                    OptionalDouble.of(2e-10))));

    assertThat(text(List.of(incident()), endpoint("GET /buy", 30, category)))
        .contains(
            "Category 00000000 (was 00000002): 30 % -> 50 % of the requests, mean 209 -> 905 ms"
                + " (p < 10^-12): payment POST /pay -> bank-api +30 ms (p < 10^-9)");
  }

  @Test
  void withoutAnIncidentTheFirstLineSaysHowMuchWasComparedAndWhatWouldHaveBeenReported() {
    assertThat(text(List.of(), endpoint("GET /buy", 0), endpoint("GET /", 0)))
        .containsExactly(
            "No sure change: 1,200 requests of 2 endpoints compared with 2,400. Chance, and"
                + " changes below 3 ms a request, 5 % of the mean or 2 % more errors"
                + " (changes.min-effect), are not reported.",
            WHAT);
  }

  @Test
  void aMeanThatMovedWithoutAPlaceThatSurelyChangedIsNotUnchanged() {
    CategoryMutation.Side side = new CategoryMutation.Side(600, 1, 50 * MILLI, 0.5);
    CategoryMutation slower =
        new CategoryMutation(
            Change.RESPONSE_TIME,
            new CallTreeSignature(1, 2),
            Optional.empty(),
            side,
            side,
            1e-9,
            MILLI,
            List.of(),
            List.of());
    assertThat(text(List.of(), endpoint("GET /", 40, slower), endpoint("GET /buy", 0)))
        .first()
        .asString()
        .startsWith("Not sure: ")
        .contains("payment -> bank-api +40 ms a request (rank test of these requests: p = ")
        .contains("shop GET / mean 50 -> 90 ms. No place changed significantly");
    assertThat(text(List.of(), endpoint("GET /", 2, slower)))
        .first()
        .asString()
        .startsWith("No sure change");
  }

  @Test
  void withoutAnEndpointThatCanBeComparedNothingIsConcluded() {
    assertThat(text(List.of(), doubtful("GET /", "too few requests")))
        .containsExactly(
            "Too few requests to say: no endpoint has 20 requests in 4 panes before, and 5 after.",
            WHAT,
            "Changed steps, own time a request: payment POST /pay -> bank-api +30 ms (p < 10^-9)",
            "Not compared: 1 endpoint (too few requests).");
  }

  @Test
  void endpointsThatAreNotComparedAreCountedByTheirReason() {
    assertThat(
            text(
                List.of(),
                endpoint("GET /", 0),
                doubtful("a", "too few requests"),
                doubtful("b", "too few requests"),
                doubtful("c", "2 % of the spans came too late")))
        .endsWith(
            "Not compared: 1 endpoint (2 % of the spans came too late), 2 endpoints (too few"
                + " requests).");
  }

  @Test
  void endpointsThatMovedMostComeFirst() {
    assertThat(text(List.of(), endpoint("a", 1), endpoint("b", -3), endpoint("c", 2)))
        .extracting(line -> line.split(":", 2)[0])
        .containsExactly("No sure change", "Compared", "shop b", "shop c", "shop a");
  }

  @Test
  void thereAreAtMostTenLinesAfterTheVerdict() {
    Comparison.Endpoint[] endpoints = new Comparison.Endpoint[30];
    Arrays.setAll(endpoints, i -> endpoint("GET /" + i, i));
    List<String> lines = text(Collections.nCopies(20, incident()), endpoints);
    assertThat(lines).hasSizeLessThanOrEqualTo(1 + ComparisonText.MAX_LINES);
    assertThat(lines).contains("And 17 more incidents; --verbose or --json shows all.");
  }

  @Test
  void verboseShowsTheAccountOfEveryEndpoint() {
    assertThat(
            ComparisonText.verbose(
                comparison(List.of(), endpoint("a", 2)),
                endpoint -> TreeDifference.of(0, List.of(), 0, List.of())))
        .contains("         +2 ms  100 %  payment -> bank-api, 20 -> 22 ms", "  account of +2 ms:");
  }
}
