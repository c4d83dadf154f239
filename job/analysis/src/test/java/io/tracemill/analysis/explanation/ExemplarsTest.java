package io.tracemill.analysis.explanation;

import static io.tracemill.analysis.explanation.Shop.shop;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.GivenRows;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExemplarsTest {
  private static final String MAIL = "shop(mail)";
  private static final String BOTH = "shop(db mail)";
  private static final Place TO_MAIL = new Place.Edge("shop", "mail");

  private static SampleSide side(List<RequestAnalysis> requests) {
    return new SampleSide(GivenRows.of(requests));
  }

  private static List<RequestRow> rows(SampleSide side, List<TraceId> traces) {
    Map<TraceId, RequestRow> byId =
        side.requests().stream()
            .collect(Collectors.toMap(RequestRow::traceId, Function.identity()));
    return traces.stream().map(byId::get).toList();
  }

  private static List<Long> durations(SampleSide side, List<TraceId> traces) {
    return rows(side, traces).stream().map(RequestRow::durationNanos).toList();
  }

  private static long percentile(SampleSide side, int percent) {
    List<Long> ascending =
        side.requests().stream().map(RequestRow::durationNanos).sorted().toList();
    return ascending.get(ascending.size() * percent / 100);
  }

  @Test
  void slowOnesAreInTheMiddleOfTheSlowOnes() {
    SampleSide before = side(shop(1).category(MAIL, 200).takes("shop->mail", 20).requests());
    List<RequestAnalysis> requests =
        new ArrayList<>(shop(2).category(MAIL, 200).takes("shop->mail", 60).requests());
    requests.addAll(shop(3).category(MAIL, 10).takes("shop->mail", 5_000).requests());
    SampleSide after = side(requests);

    Exemplars exemplars = Exemplars.of(before, after, Optional.of(TO_MAIL));

    assertThat(durations(after, exemplars.after()))
        .hasSize(3)
        .allMatch(nanos -> nanos > percentile(after, 35) && nanos < percentile(after, 65));
  }

  /** Such as those of a new version on a quarter of the hosts. */
  @Test
  void slowOnesAreOfTheSlowPartOfTheRequests() {
    SampleSide before = side(shop(4).category(MAIL, 400).takes("shop->mail", 20).requests());
    List<RequestAnalysis> slow = shop(5).category(MAIL, 100).takes("shop->mail", 80).requests();
    List<RequestAnalysis> requests =
        new ArrayList<>(shop(6).category(MAIL, 300).takes("shop->mail", 20).requests());
    requests.addAll(slow);

    Exemplars exemplars = Exemplars.of(before, side(requests), Optional.of(TO_MAIL));

    assertThat(slow).extracting(RequestAnalysis::traceId).containsAll(exemplars.after());
  }

  /**
   * The time at the culprit's place is a part of the duration, which may vary for other reasons.
   */
  @Test
  void noUsualOneIsSlowerThanASlowOne() {
    for (int seed = 10; seed < 60; seed += 3) {
      SampleSide before = varied(seed, 20);
      SampleSide after = varied(seed + 1, 30);

      Exemplars exemplars = Exemplars.of(before, after, Optional.of(TO_MAIL));

      assertThat(durations(before, exemplars.before()).stream().max(Comparator.naturalOrder()))
          .as("seed %d", seed)
          .hasValueSatisfying(
              usual ->
                  assertThat(durations(after, exemplars.after()))
                      .isNotEmpty()
                      .allMatch(slow -> slow > usual));
    }
  }

  private static SampleSide varied(long seed, double mail) {
    List<RequestAnalysis> requests = new ArrayList<>();
    for (int db = 10; db <= 200; db += 10) {
      requests.addAll(
          shop(seed * 1_000 + db)
              .category(BOTH, 5)
              .takes("db", db)
              .takes("shop->mail", mail)
              .requests());
    }
    return side(requests);
  }

  @Test
  void slowOnesAreSlowAtTheCulpritsPlace() {
    SampleSide before = varied(70, 20);
    SampleSide after = varied(71, 60);

    Exemplars exemplars = Exemplars.of(before, after, Optional.of(TO_MAIL));

    long usual = before.requests().stream().map(ExemplarsTest::mailNanos).sorted().toList().get(50);
    assertThat(rows(after, exemplars.after())).hasSize(3).allMatch(row -> mailNanos(row) > usual);
  }

  /** The time on the way to mail. */
  private static long mailNanos(RequestRow row) {
    PathTimes path = row.path();
    return IntStream.range(0, path.size())
        .filter(node -> path.step(node).callee().filter("mail"::equals).isPresent())
        .mapToLong(path::exclusiveNanos)
        .sum();
  }

  @Test
  void theOrderOfRequestsDoesNotMatter() {
    List<RequestRow> then = new ArrayList<>(varied(80, 20).requests());
    List<RequestRow> now = new ArrayList<>(varied(81, 40).requests());
    Exemplars first = Exemplars.of(new SampleSide(then), new SampleSide(now), Optional.of(TO_MAIL));

    List<RequestRow> backwards = new ArrayList<>(now);
    Collections.reverse(backwards);

    assertThat(Exemplars.of(new SampleSide(then), new SampleSide(backwards), Optional.of(TO_MAIL)))
        .isEqualTo(first);
  }

  @Test
  void withoutSlowerRequestsBothSidesAreTypical() {
    SampleSide before = side(shop(90).category(MAIL, 200).takes("shop->mail", 60).requests());
    SampleSide after = side(shop(91).category(MAIL, 200).takes("shop->mail", 20).requests());

    Exemplars exemplars = Exemplars.of(before, after, Optional.of(TO_MAIL));

    assertThat(durations(after, exemplars.after()))
        .hasSize(3)
        .allMatch(nanos -> nanos > percentile(after, 35) && nanos < percentile(after, 65));
  }
}
