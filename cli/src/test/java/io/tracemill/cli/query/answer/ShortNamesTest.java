package io.tracemill.cli.query.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ShortNamesTest {
  private static final String CONVERT = "frontend hipstershop.CurrencyService/Convert";
  private static final String CURRENCIES =
      "frontend hipstershop.CurrencyService/GetSupportedCurrencies";

  @Test
  void namesAreCutInTheMiddle() {
    ShortNames names = ShortNames.of(List.of(CONVERT, CURRENCIES), 30);

    assertThat(names.of(CONVERT)).isEqualTo("frontend hipst...rvice/Convert");
    assertThat(names.of(CURRENCIES)).isEqualTo("frontend hipst...tedCurrencies");
    assertThat(names.of("front GET /")).isEqualTo("front GET /");
  }

  @Test
  void namesThatDifferInTheirMiddleAreCutElsewhere() {
    String one = "cart one " + "x".repeat(60) + " end of both names";
    String two = "cart two " + "x".repeat(60) + " end of both names";
    ShortNames early = ShortNames.of(List.of(one, two), 12);

    assertThat(early.of(one)).isEqualTo("cart o...mes");
    assertThat(early.of(two)).isEqualTo("cart t...mes");
  }

  @Property
  void namesThatDifferNearAnEndStayDifferent(
      @ForAll @AlphaChars @StringLength(min = 40, max = 60) String common,
      @ForAll @IntRange(min = 0, max = 15) int place,
      @ForAll boolean atEnd) {
    int at = atEnd ? common.length() - place : place;
    String one = common.substring(0, at) + "1" + common.substring(at);
    String two = common.substring(0, at) + "2" + common.substring(at);
    ShortNames names = ShortNames.of(List.of(one, two), 32);

    assertThat(names.of(one)).hasSize(32).isNotEqualTo(names.of(two));
  }
}
