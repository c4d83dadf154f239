package io.tracemill.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FormerMutationsTest {
  private static final Subject SUBJECT = new Subject.PlaceTime(new Place.Service("db"));
  private static final Frame ENDPOINT = Frame.of("shop", "GET /cart");

  @Test
  void aNewerFindingTakesThePlaceOfAnOlderOne() {
    FormerMutations former =
        FormerMutations.NONE.plus(incident(1, "a", "b")).plus(incident(2, "b", "c"));

    assertThat(former.findings()).extracting(Finding::id).containsExactly("b", "c", "a");
    assertThat(former.findings())
        .extracting(Finding::contributionNanos)
        .containsExactly(2L, 2L, 1L);
    assertThat(former.minus(incident(3, "b")).findings())
        .extracting(Finding::id)
        .containsExactly("c", "a");
  }

  @Test
  void theOldestAreDropped() {
    String[] many =
        IntStream.range(0, FormerMutations.MAX - 1)
            .mapToObj(Integer::toString)
            .toArray(String[]::new);
    FormerMutations former = FormerMutations.NONE;
    for (String id : List.of("first", "second")) {
      former = former.plus(incident(1, id));
    }

    assertThat(former.plus(incident(2, many)).findings())
        .hasSize(FormerMutations.MAX)
        .last()
        .extracting(Finding::id)
        .isEqualTo("second");
  }

  private static ExplainedIncident incident(long nanos, String... findings) {
    Period period = new Period(0, 1);
    Finding.Side side = new Finding.Side(1, 1, 1, 1);
    List<Frame> endpoints = List.of(ENDPOINT);
    return new ExplainedIncident(
        new Incident(
            "i",
            Incident.Status.FIRING,
            Optional.empty(),
            Incident.Severity.PAGE,
            1,
            0,
            0,
            1,
            List.of(new Culprit(SUBJECT, 1, 2, 1, 1, 1)),
            endpoints,
            List.of(findings).stream()
                .map(
                    id ->
                        new Finding(
                            id,
                            SUBJECT,
                            Optional.of(ENDPOINT),
                            endpoints,
                            side,
                            side,
                            period,
                            period,
                            0.001,
                            nanos))
                .toList(),
            nanos),
        Optional.empty());
  }
}
