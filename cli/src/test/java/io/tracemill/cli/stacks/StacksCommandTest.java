package io.tracemill.cli.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.stack.StackSample;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.connectors.profiles.ProfilesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StacksCommandTest {
  private static final String TEXT =
      """
      gzip  4242/4242  [001]  1700000000.123456789:    5025125
              55d0c1 deflate+0x1f (/usr/bin/gzip)

      """;

  @TempDir private Path directory;

  private Path perf(String text) throws IOException {
    return Files.writeString(directory.resolve("perf.txt"), text);
  }

  @Test
  void perfSamplesAreWrittenAsProfiles() throws IOException {
    Path out = directory.resolve("stacks.jsonl.gz");

    String said =
        CommandLineRun.of(
                "stacks",
                "perf",
                perf(TEXT).toString(),
                "--hz",
                "199",
                "--host",
                "node-7",
                "--out",
                out.toString())
            .succeeds()
            .err();

    assertThat(said).contains("wrote 1 samples in 1 records");
    List<StackSample> samples = new ArrayList<>();
    ProfilesFile.read(out, record -> samples.addAll(record.samples()));
    assertThat(samples)
        .singleElement()
        .satisfies(sample -> assertThat(sample.thread().host()).isEqualTo("node-7"))
        .satisfies(sample -> assertThat(sample.frames()).containsExactly("deflate"));
  }

  @Test
  void samplesWithoutRealTimeAreRefusedInASentence() throws IOException {
    String file = perf(TEXT.replace("1700000000", "7000")).toString();

    CommandLineRun.of("stacks", "perf", file, "--hz", "99", "--out", directory + "/out.jsonl")
        .assertFailed(1, file, "perf record -k CLOCK_REALTIME");
  }

  @Test
  void oneTargetIsNeeded() throws IOException {
    CommandLineRun.of("stacks", "perf", perf(TEXT).toString(), "--hz", "99")
        .assertFailed(2, "give either --out or --topic");
  }
}
