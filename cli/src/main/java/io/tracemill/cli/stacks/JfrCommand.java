package io.tracemill.cli.stacks;

import io.tracemill.analysis.stack.StackSample;
import io.tracemill.connectors.profilers.FlightRecording;
import io.tracemill.connectors.profilers.ProfilerFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Converts recordings of Java Flight Recorder. */
@Command(
    name = "jfr",
    header = "Convert recordings of Java Flight Recorder into OTLP profiles.",
    description = {
      "",
      "Reads samples of running threads, and their waits for monitors. Record a service with",
      "  java -XX:StartFlightRecording=settings=profile,filename=cart.jfr ...",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill stacks jfr cart.jfr --out stacks.jsonl.gz",
      "  tracemill stacks jfr cart.jfr --host node-7 --process cart --topic otlp_profiles"
    })
final class JfrCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Recordings of one process.")
  private List<Path> files = List.of();

  @Option(
      names = "--process",
      paramLabel = "NAME",
      description =
          "The service, as in containers, where processes share an id (default: that of the spans"
              + " with its process id, else java).")
  private Optional<String> process = Optional.empty();

  @Mixin private StacksOutput output = new StacksOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    output.require();
    List<StackSample> samples = new ArrayList<>();
    for (Path file : files) {
      try {
        samples.addAll(FlightRecording.read(file, output.host(), process));
      } catch (ProfilerFileException e) {
        throw new IllegalStateException("'%s': %s".formatted(file, e.getMessage()), e);
      }
    }
    output.write(samples, spec.commandLine().getErr());
    return 0;
  }
}
