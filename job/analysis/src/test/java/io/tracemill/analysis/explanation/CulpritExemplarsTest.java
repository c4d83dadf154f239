package io.tracemill.analysis.explanation;

import static io.tracemill.analysis.explanation.Shop.shop;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.GivenRows;
import io.tracemill.analysis.sums.EndpointSums;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Exemplars show what the culprit is: its failures, or its calls. */
class CulpritExemplarsTest {
  private static final String HIT = "shop(cache)";
  private static final String MISS = "shop(cache db)";
  private static final Subject QUERY =
      new CallShare(new Call(Forms.frame("shop"), Forms.frame("db")));

  private static Exemplars exemplars(
      Subject culprit, List<RequestAnalysis> before, List<RequestAnalysis> after) {
    return new Explainer(ExplanationRules.standard())
        .explain(
            Shop.ENDPOINT,
            cohort(new Period(0, 60_000), before),
            cohort(new Period(60_000, 120_000), after),
            Optional.of(culprit))
        .orElseThrow()
        .exemplars();
  }

  private static Cohort cohort(Period time, List<RequestAnalysis> requests) {
    EndpointSums sums = new EndpointSums(Shop.ROOMY);
    requests.forEach(sums::add);
    sums.finish();
    return new Cohort(time, sums, GivenRows.of(requests));
  }

  private static List<RequestAnalysis> requests(long seed, int hits, int misses) {
    return shop(seed).category(HIT, hits).category(MISS, misses).requests();
  }

  private static RequestAnalysis failing(RequestAnalysis request, Place at) {
    return failing(request, at, true);
  }

  private static RequestAnalysis failing(RequestAnalysis request, Place at, boolean whole) {
    return new RequestAnalysis(
        request.traceId(),
        request.spanId(),
        request.role(),
        request.endpoint(),
        request.startNanos(),
        request.durationNanos(),
        request.spanCount(),
        request.complete(),
        request.truncated(),
        request.skewNanos(),
        request.clippedNanos(),
        request.category(),
        request.shape(),
        whole,
        Set.of(at),
        request.criticalPath(),
        request.details());
  }

  @Test
  void failedTracesFailAtTheCulprit() {
    List<RequestAnalysis> after = requests(2, 50, 0);
    List<RequestAnalysis> others =
        requests(3, 20, 0).stream()
            .map(each -> failing(each, new Place.Operation(Forms.frame("shop"))))
            .toList();
    List<RequestAnalysis> culprits =
        requests(4, 5, 0).stream()
            .map(each -> failing(each, new Place.Operation(Forms.frame("cache"))))
            .toList();
    List<RequestAnalysis> all = new ArrayList<>(after);
    all.addAll(others);
    all.addAll(culprits);

    Exemplars found =
        exemplars(new ErrorShare(new Place.Service("cache")), requests(1, 50, 0), all);

    assertThat(culprits).extracting(RequestAnalysis::traceId).containsAll(found.after());
    assertThat(found.after()).hasSize(3);
  }

  @Test
  void aFailureThatTheRequestSurvivesIsShownBeforeAFailureElsewhere() {
    List<RequestAnalysis> culprits =
        requests(11, 5, 0).stream()
            .map(each -> failing(each, new Place.Operation(Forms.frame("cache")), false))
            .toList();
    List<RequestAnalysis> all = new ArrayList<>(culprits);
    requests(12, 20, 0)
        .forEach(each -> all.add(failing(each, new Place.Operation(Forms.frame("shop")))));

    Exemplars found =
        exemplars(new ErrorShare(new Place.Service("cache")), requests(13, 50, 0), all);

    assertThat(culprits).extracting(RequestAnalysis::traceId).containsAll(found.after());
  }

  @Test
  void tracesOfACallThatIsMadeMoreOftenHaveItAndUsualOnesDoNot() {
    List<RequestAnalysis> before = requests(5, 90, 10);
    List<RequestAnalysis> after = requests(6, 10, 90);

    Exemplars found = exemplars(QUERY, before, after);

    assertThat(found.before()).hasSize(3).allMatch(id -> spans(before, id) == 2);
    assertThat(found.after()).hasSize(3).allMatch(id -> spans(after, id) == 3);
  }

  @Test
  void tracesOfACallThatIsMadeLessOftenLackItAndUsualOnesHaveIt() {
    List<RequestAnalysis> before = requests(7, 10, 90);
    List<RequestAnalysis> after = requests(8, 90, 10);

    Exemplars found = exemplars(QUERY, before, after);

    assertThat(found.before()).hasSize(3).allMatch(id -> spans(before, id) == 3);
    assertThat(found.after()).hasSize(3).allMatch(id -> spans(after, id) == 2);
  }

  private static int spans(List<RequestAnalysis> requests, Object id) {
    return requests.stream()
        .filter(request -> request.traceId().equals(id))
        .mapToInt(RequestAnalysis::spanCount)
        .findFirst()
        .orElseThrow();
  }
}
