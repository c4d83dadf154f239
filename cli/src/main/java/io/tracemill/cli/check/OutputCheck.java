package io.tracemill.cli.check;

import static java.util.stream.Collectors.joining;

import io.tracemill.cli.run.TopicCreation;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.List;
import java.util.stream.Stream;

/** Whether the output topics are there. */
record OutputCheck(TracemillConfig config) {
  private static final String CREATE_THEM =
      "# `tracemill run --create-topics` creates them, and so do these commands:";

  Finding of(List<ResultStream> missing) {
    String prefix = config.get(Keys.OUTPUT_PREFIX);
    if (missing.isEmpty()) {
      return Finding.ok("the output topics %s.* are there".formatted(prefix));
    }
    Stream<String> commands =
        missing.stream()
            .map(stream -> TopicCreation.STANDARD.command(stream, config))
            .flatMap(command -> Advice.folded(command).stream());
    return Finding.problem(
        "output topics are missing: "
            + missing.stream().map(stream -> stream.topic(prefix)).collect(joining(", ")),
        Stream.concat(Stream.of(CREATE_THEM), commands).toArray(String[]::new));
  }
}
