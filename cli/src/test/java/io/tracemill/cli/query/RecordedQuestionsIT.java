package io.tracemill.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions to four minutes of a recording. */
@Timeout(120)
final class RecordedQuestionsIT {
  private static final Recording SHOP = Recording.ONLINE_BOUTIQUE;

  /** Different call trees of the slice, counted by an independent script. */
  private static final int CALL_TREES = 15;

  @TempDir private Path directory;

  private static List<String> query(String... words) {
    String[] all = new String[words.length + 2];
    all[0] = "query";
    all[1] = SHOP.slice().toString();
    System.arraycopy(words, 0, all, 2, words.length);
    return CommandLineRun.of(all).succeeds().out().lines().toList();
  }

  /** Finding 12: calls of 1.007 ms and more had been categories of their own. */
  @Test
  void categoriesAreCallTreesHoweverLongTheirCallsTake() throws IOException {
    Path exact = Files.writeString(directory.resolve("exact.yaml"), "signature: {fold: exact}\n");
    List<String> rows = query("overview", "frontend *", "--config", exact.toString(), "--csv");

    assertThat(rows).hasSize(1 + CALL_TREES);
  }

  /** Finding 15: two calls had both been "frontend hipstershop.Curre...". */
  @Test
  void differentCallsHaveDifferentNames() {
    String fault = SHOP.sliceFault().toString();
    List<String> rows = query("compare", "--at", fault, "--csv");
    String category =
        rows.stream()
            .flatMap(row -> Stream.of(row.split(",", -1)))
            .filter(cell -> cell.matches("[0-9a-f]{32}"))
            .findFirst()
            .orElseThrow();

    assertThat(query("compare", "--at", fault, "--category", category))
        .anyMatch(row -> row.startsWith(" frontend hipstershop.CurrencyService/Convert "))
        .anyMatch(
            row -> row.startsWith(" frontend hipstershop.CurrencyService/GetSupportedCurrencies "));
  }

  /** Which category got slower, at which step, by how much and how sure, in one command. */
  @Test
  void compareNamesTheCategoryThatGotSlowerAndItsStep() {
    String out =
        CommandLineRun.of("compare", SHOP.slice().toString(), "--at", SHOP.sliceFault().toString())
            .succeeds()
            .out();

    assertThat(out)
        .containsPattern(
            "\nCategory [0-9a-f]{8}: 30 % -> 31 % of the requests, mean 212 ms -> 1.26 s"
                + " \\(p < 10\\^-\\d+\\): frontend hipstershop.CurrencyService/\\w+ ->"
                + " currencyservice \\+\\d+ ms \\(p < ");
  }
}
