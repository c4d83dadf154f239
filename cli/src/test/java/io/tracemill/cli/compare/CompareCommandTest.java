package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code compare} refuses before it reads anything. */
final class CompareCommandTest {
  private static final String MORNING = "2026-03-01T08:00:00Z/2026-03-01T09:00:00Z";
  private static final String V1 = "service.version=v1";
  private static final String V2 = "service.version=v2";

  private static String refused(String... options) {
    List<String> arguments = new ArrayList<>(List.of("compare", "in.jsonl"));
    arguments.addAll(List.of(options));
    CommandLineRun run = CommandLineRun.of(arguments.toArray(String[]::new));
    assertThat(run.status()).isEqualTo(2);
    return run.err();
  }

  @Test
  void exactlyOnePairOfCohortsIsNeeded() {
    String one = "give --before and --after, or --at, or --where and --against";
    assertThat(refused()).contains(one);
    assertThat(refused("--before", MORNING)).contains(one);
    assertThat(refused("--before", MORNING, "--where", V2)).contains(one);
    assertThat(refused("--where", V2)).contains(one);
    assertThat(refused("--at", "14:05", "--where", V2, "--against", V1)).contains(one);
    assertThat(refused("--at", "14:05", "--before", MORNING)).contains(one);
  }

  @Test
  void aRangeIsTwoTimesWithASlash() {
    assertThat(refused("--before", "14:05", "--after", MORNING))
        .contains("--before", "'14:05' is no range of time; write two times with a slash");
    assertThat(refused("--before", MORNING, "--after", "15m ago"))
        .contains("write two times with a slash, such as '15m ago/now'");
    assertThat(refused("--before", "14:05/soon", "--after", MORNING))
        .contains("--before", "'soon' is no time; write it like 2026-11-23T14:05:00Z");
  }

  @Test
  void anAttributeHasAKeyAndAValue() {
    assertThat(refused("--where", "v2", "--against", V1))
        .contains("'v2' is no attribute; write key=value");
  }

  @Test
  void aTimeOfTwoValuesIsNotThatOfTwoRanges() {
    assertThat(refused("--at", "14:05", "--from", "14:00"))
        .contains("--from and --to go with --where and --against; leave them out");
  }

  @Test
  void aVersionIsNotComparedWithItself() {
    assertThat(refused("--where", V1, "--against", V1)).contains("are both service.version=v1");
  }
}
