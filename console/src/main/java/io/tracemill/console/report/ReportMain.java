package io.tracemill.console.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.Arguments;
import io.tracemill.console.Questions;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The process that writes a report: {@code --data DIR --store DIR --out FILE --source NAMES
 * [--title TEXT] [--time START/END] [--config FILE]}. The first two are directories as {@code
 * tracemill analyze} writes them. With a time, in epoch milliseconds, the store is one of the
 * running job, which keeps a sample, and the report is about that time.
 */
public final class ReportMain {
  private ReportMain() {}

  /** Writes the report. */
  public static void main(String[] args) throws Exception {
    Arguments.run(args, ReportMain::write);
  }

  private static void write(Arguments arguments) throws IOException {
    Optional<String> time = arguments.value("--time");
    EngineLimits limits =
        time.isPresent() ? EngineLimits.DEFAULT : EngineLimits.DEFAULT.withAllKept();
    Map<String, String> answers =
        ReportAnswers.of(Questions.ofFiles(arguments, limits).api(), time);
    ReportScope scope =
        ReportScope.of(
            arguments.value("--title"),
            arguments.required("--source"),
            Path.of(arguments.required("--store")),
            time);
    answers.put("report", new String(RecordJson.bytes(scope), UTF_8));
    try (Writer out = Files.newBufferedWriter(Path.of(arguments.required("--out")), UTF_8)) {
      ReportPage.write("Tracemill: " + scope.title().orElse(scope.source()), answers, out);
    }
  }
}
