package io.tracemill.analysis.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AttributeColumnsTest {
  private static final RequestAttribute V1 = attribute("service.version", "v1");
  private static final RequestAttribute V2 = attribute("service.version", "v2");

  @Test
  void aVersionOfATenthIsAColumnAndNoneOfHundredsOfHostsIs() {
    Random dice = new Random(7);
    AttributeColumns columns =
        columns(
            cohort(1200, i -> with(V1, values(5, 500, dice))),
            cohort(100, i -> with(i % 10 == 0 ? V2 : V1, values(5, 500, dice))));

    assertThat(attributes(columns)).containsExactly(V2);
    assertThat(columns.asked()).isBetween(450, 501);
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 640, 700, 1500})
  void thereAreNoMoreColumnsThanSharesOfTheRequestsAddUpTo(int values) {
    Random dice = new Random(values);
    AttributeColumns columns =
        columns(
            cohort(500, i -> values(RequestDetails.MAX_ATTRIBUTES, values, dice)),
            cohort(500, i -> values(RequestDetails.MAX_ATTRIBUTES, values, dice)));

    assertThat(columns.asked()).isEqualTo(values);
    assertThat(columns.size())
        .isLessThanOrEqualTo(
            (int) (RequestDetails.MAX_ATTRIBUTES / AttributeColumns.MIN_SHARE + 0.5));
  }

  @Test
  void whatARuleCouldSayIsAColumn() {
    Random dice = new Random(11);
    for (int table = 0; table < 50; table++) {
      List<AttributedRequest> before = cohort(400, i -> values(3, 60, dice));
      List<AttributedRequest> after = cohort(50, i -> values(3, 60, dice));
      List<RequestAttribute> columns = attributes(columns(before, after));

      for (int value = 0; value < 60; value++) {
        RequestAttribute attribute = attribute("value", "" + value);
        double rise = share(after, attribute) - share(before, attribute);
        if ((1 + Math.abs(rise)) / 2 >= LowLevelDifferences.MIN_ACCURACY) {
          assertThat(columns).contains(attribute);
        }
      }
    }
  }

  @Test
  void valuesThatEachRequestHasAnotherOfAreNotAskedFor() {
    AttributeColumns columns =
        columns(
            cohort(40, i -> Set.of(V1, attribute("id", "before " + i))),
            cohort(40, i -> Set.of(V2, attribute("id", "after " + i))));

    assertThat(columns.asked()).isEqualTo(1);
    assertThat(attributes(columns)).containsExactly(V2);
  }

  @Test
  void whatSplitsRequestsAlikeIsAskedOnce() {
    RequestAttribute host = attribute("host.name", "b");
    AttributeColumns columns =
        columns(cohort(40, i -> Set.of(V1)), cohort(40, i -> Set.of(V2, host)));

    assertThat(columns.asked()).isEqualTo(1);
    assertThat(attributes(columns)).containsExactly(host);
  }

  private static AttributeColumns columns(
      List<AttributedRequest> before, List<AttributedRequest> after) {
    return new AttributeColumns(before, after, any -> true);
  }

  private static List<RequestAttribute> attributes(AttributeColumns columns) {
    return IntStream.range(0, columns.size()).mapToObj(columns::attribute).toList();
  }

  private static double share(List<AttributedRequest> cohort, RequestAttribute attribute) {
    return (double) cohort.stream().filter(row -> row.attributes().contains(attribute)).count()
        / cohort.size();
  }

  private static List<AttributedRequest> cohort(int count, IntFunction<Set<RequestAttribute>> row) {
    return IntStream.range(0, count)
        .mapToObj(i -> new AttributedRequest(new ArrayList<>(row.apply(i)), 1))
        .toList();
  }

  private static Set<RequestAttribute> with(RequestAttribute one, Set<RequestAttribute> others) {
    Set<RequestAttribute> all = new TreeSet<>(others);
    all.add(one);
    return all;
  }

  /** So many of them. */
  private static Set<RequestAttribute> values(int count, int all, Random dice) {
    Set<RequestAttribute> some = new TreeSet<>();
    while (some.size() < count) {
      some.add(attribute("value", "" + dice.nextInt(all)));
    }
    return some;
  }

  private static RequestAttribute attribute(String key, String value) {
    return new RequestAttribute("payment", key, value);
  }
}
