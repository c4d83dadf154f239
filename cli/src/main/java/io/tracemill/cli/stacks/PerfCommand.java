package io.tracemill.cli.stacks;

import io.tracemill.analysis.stack.StackSample;
import io.tracemill.connectors.profilers.PerfScript;
import io.tracemill.connectors.profilers.ProfilerFileException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Converts the text of {@code perf script}. */
@Command(
    name = "perf",
    header = "Convert the text of `perf script` into OTLP profiles.",
    description = {
      "",
      "Record all CPUs with wall-clock times, so that samples can be matched to spans:",
      "  perf record -a -g -F 99 -k CLOCK_REALTIME -e cpu-clock -- sleep 60",
      "  perf script --ns --show-task-events \\",
      "      -F comm,pid,tid,cpu,time,period,ip,sym,dso > perf.txt",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill stacks perf perf.txt --hz 99 --out stacks.jsonl.gz",
      "  tracemill stacks perf perf.txt --hz 99 --host node-7 --topic otlp_profiles"
    })
final class PerfCommand implements Callable<Integer> {
  private static final int MAX_HZ = 100_000;

  @Parameters(paramLabel = "FILE", description = "What `perf script` printed.")
  private Path file = Path.of("");

  @Option(
      names = "--hz",
      paramLabel = "N",
      required = true,
      description = "Samples per second and CPU: the value of `perf record -F`.")
  private int hz;

  @Mixin private StacksOutput output = new StacksOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    output.require();
    if (hz < 1 || hz > MAX_HZ) {
      throw new ParameterException(
          spec.commandLine(), "--hz: %d is not between 1 and %,d".formatted(hz, MAX_HZ));
    }
    output.write(samples(), spec.commandLine().getErr());
    return 0;
  }

  private List<StackSample> samples() throws Exception {
    // The kernel cuts names of threads at 15 bytes, also within a character.
    try (BufferedReader text =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      return PerfScript.read(text, output.host(), hz);
    } catch (ProfilerFileException e) {
      throw new IllegalStateException("'%s': %s".formatted(file, e.getMessage()), e);
    }
  }
}
