package io.tracemill.console.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.compare.Payments;
import io.tracemill.cli.console.ConsoleProcess;
import io.tracemill.cli.results.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tracemill incident} about a store of a recording with slower payments. */
@Tag("slow")
@Timeout(300)
final class IncidentCommandIT {
  private static final int SLOW_SECOND = 640;

  @Test
  void aPrefixPrintsWhatIsKnownAndAnUnknownIdTheIdsThatExist(@TempDir Path directory)
      throws IOException {
    System.setProperty(ConsoleProcess.CLASS_PATH, System.getProperty("java.class.path"));
    Path input = directory.resolve("in.jsonl");
    Files.writeString(input, Payments.lines((second, version) -> second < SLOW_SECOND ? 0 : 30));
    Path out = directory.resolve("out");
    String store = directory.resolve("store").toString();
    CommandLineRun.of("analyze", input.toString(), "--out", out.toString(), "--store", store)
        .succeeds();
    String id =
        new ObjectMapper()
            .readTree(Files.readAllLines(out.resolve("incidents.jsonl")).get(0))
            .path("id")
            .asText();

    String text =
        CommandLineRun.of("incident", id.substring(0, 6), "--store", store).succeeds().out();

    assertThat(text)
        .startsWith("# payment POST /pay is slow")
        .contains("- The store has 6 of the 6 traces to look at.")
        .contains("\n  - `shop GET /buy` 60 ms > `payment POST /pay` 80 ms\n");
    assertThat(text.getBytes(UTF_8).length).isLessThanOrEqualTo(IncidentBundle.MAX_BYTES);
    JsonNode json =
        new ObjectMapper()
            .readTree(
                CommandLineRun.of("incident", id, "--store", store, "--json").succeeds().out());
    assertThat(json.at("/incident/culprits/0/service").asText()).isEqualTo("payment");
    assertThat(json.path("paths")).hasSize(6);
    assertThat(CommandLineRun.of("incident", "x", "--store", store).status()).isEqualTo(1);
  }
}
