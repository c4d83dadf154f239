package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code compare} refuses before it reads anything. */
final class CompareCommandTest {
  private static final String MORNING = "2026-03-01T08:00:00Z/2026-03-01T09:00:00Z";
  private static final String NOON = "2026-03-01T12:00:00+01:00/2026-03-01T13:00:00+01:00";

  private static String refused(String... options) {
    List<String> arguments = new ArrayList<>(List.of("compare", "in.jsonl", "--out", "out"));
    arguments.addAll(List.of(options));
    CommandLineRun run = CommandLineRun.of(arguments.toArray(String[]::new));
    assertThat(run.status()).isEqualTo(2);
    return run.err();
  }

  @Test
  void twoRangesOrTwoValuesAreNeeded() {
    String both = "either --before and --after are needed, or --where and --against";
    assertThat(refused()).contains(both);
    assertThat(refused("--before", MORNING)).contains(both);
    assertThat(refused("--before", MORNING, "--where", "service.version=v2")).contains(both);
    assertThat(refused("--where", "service.version=v2")).contains(both);
    assertThat(
            refused(
                "--before",
                MORNING,
                "--after",
                NOON,
                "--where",
                "service.version=v2",
                "--against",
                "service.version=v1"))
        .contains(both);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-03-01T08:00:00Z",
        "2026-03-01T08:00:00Z/soon",
        "2026-03-01T08:00:00/2026-03-01T09:00:00",
        "2026-03-01T09:00:00Z/2026-03-01T08:00:00Z",
        "a/b/c"
      })
  void whatIsNoRangeIsRefusedWithAnExample(String text) {
    assertThat(refused("--before", text, "--after", NOON))
        .contains("--before")
        .contains("'" + text + "' is no range of time")
        .contains("such as 2026-03-01T14:00:00Z/2026-03-01T14:10:00Z");
  }

  @Test
  void rangesThatOverlapAreRefused() {
    String later = "2026-03-01T08:59:59Z/2026-03-01T10:00:00Z";
    assertThat(refused("--before", MORNING, "--after", later))
        .contains("--before and --after: " + MORNING + " and " + later + " overlap");
  }

  @Test
  void anAttributeThatIsNotKeptIsRefusedWithWhatToDo() {
    assertThat(refused("--where", "region=eu", "--against", "region=us"))
        .contains("--where: 'region' is none of the attributes that are kept, [service.version]")
        .contains("spans.attributes");
  }

  @Test
  void anAttributeHasAKeyAndAValue() {
    assertThat(refused("--where", "v2", "--against", "service.version=v1"))
        .contains("'v2' is no attribute, which is key=value");
  }

  @Test
  void aVersionIsNotComparedWithItself() {
    assertThat(refused("--where", "service.version=v1", "--against", "service.version=v1"))
        .contains("both are service.version=v1");
  }
}
