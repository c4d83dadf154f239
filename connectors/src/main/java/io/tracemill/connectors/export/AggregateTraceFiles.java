package io.tracemill.connectors.export;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.diagnosis.Diagnosis;
import io.tracemill.analysis.diagnosis.RankedFinding;
import io.tracemill.analysis.diagnosis.Ranking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Writes the aggregate traces of findings of layer 4 as files into a directory, one file for each
 * finding and format. A file is named by ranking, rank and format: {@code
 * self-time-1.2.1.1.jaeger.json} is the finding whose record has the id {@code 1.2.1.1}.
 */
public final class AggregateTraceFiles {
  private final Path directory;
  private final Set<AggregateTraceFormat> formats;

  /** Writes into {@code directory}, which must exist. */
  public AggregateTraceFiles(Path directory, Set<AggregateTraceFormat> formats) {
    this.directory = directory;
    this.formats = Set.copyOf(formats);
  }

  /**
   * Writes the traces of both rankings; replaces those of an earlier diagnosis with equal ranks.
   *
   * @param startMillis when the traces begin, milliseconds since the epoch: the start of the window
   */
  public void write(Diagnosis diagnosis, long startMillis) throws IOException {
    for (Ranking ranking : Ranking.values()) {
      for (RankedFinding ranked : RankedFinding.all(diagnosis.by(ranking))) {
        if (ranked.finding().layer() == 4) {
          write(
              ranking.label() + "-" + ranked.id(),
              AggregateTraceSpans.of(ranked.finding(), startMillis));
        }
      }
    }
  }

  private void write(String name, ExportTraceServiceRequest trace) throws IOException {
    for (AggregateTraceFormat format : formats) {
      Files.write(directory.resolve(name + "." + format.extension()), format.write(trace));
    }
  }
}
