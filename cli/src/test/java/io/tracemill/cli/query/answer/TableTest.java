package io.tracemill.cli.query.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final String CONVERT = "frontend hipstershop.CurrencyService/Convert";
  private static final String CURRENCIES =
      "frontend hipstershop.CurrencyService/GetSupportedCurrencies";
  private static final String ID = "d0cdb1ea88b44be83180be3fff44a553";

  private static List<String> lines(OptionalInt screen) {
    Table table = new Table();
    table.addNames(List.of("trace", ID, ID));
    table.addNames(List.of("call", CONVERT, "  " + CURRENCIES));
    table.add(List.of("mean", "1 ms", "20 ms"), false);
    return table.lines(screen);
  }

  @Test
  void namesAreWholeIfThereIsNoTerminalOrItHasRoom() {
    for (OptionalInt screen : List.of(OptionalInt.empty(), OptionalInt.of(120))) {
      assertThat(lines(screen).get(1)).contains(CONVERT).endsWith("   1 ms");
      assertThat(lines(screen).get(2)).contains("  " + CURRENCIES).endsWith("20 ms");
    }
  }

  @Test
  void theLongestNamesAreCutToTheWidthOfTheTerminal() {
    List<String> lines = lines(OptionalInt.of(80));

    assertThat(lines).allMatch(line -> line.length() <= 80);
    assertThat(lines.get(1)).startsWith(ID + "  frontend hips").contains("Service/Convert  ");
    assertThat(lines.get(2)).contains("  frontend hips", "...").endsWith("Currencies  20 ms");
  }

  @Test
  void idsAreNeverCut() {
    assertThat(lines(OptionalInt.of(40))).element(2).asString().startsWith(ID + "  ");
  }
}
