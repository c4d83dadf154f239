package io.tracemill.connectors.export;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.tprof.RankedFinding;
import io.tracemill.analysis.view.tprof.Ranking;
import io.tracemill.connectors.otlp.OtlpJsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the aggregate traces of findings of layer 4 as files into a directory, one for each
 * finding: an {@code ExportTraceServiceRequest} in OTLP's JSON, which Jaeger's user interface opens
 * too. A file is named by ranking and rank: {@code self-time-1.2.1.1.otlp.json} is the finding
 * whose record has the id {@code 1.2.1.1}. {@link FlameGraphFiles#INDEX} lists the files.
 */
public final class AggregateTraceFiles {
  private final Path directory;

  /** A line of the list. */
  record Entry(String ranking, String id, String format, String file) {}

  /** Writes into {@code directory}, which must exist. */
  public AggregateTraceFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * Writes the traces of both rankings; replaces those of an earlier diagnosis with equal ranks.
   *
   * @param startMillis when the traces begin, the start of the window in milliseconds since the
   *     epoch
   */
  public void write(Diagnosis diagnosis, long startMillis) throws IOException {
    List<Entry> index = new ArrayList<>();
    for (Ranking ranking : Ranking.values()) {
      for (RankedFinding ranked : RankedFinding.all(diagnosis.by(ranking))) {
        if (ranked.finding().layer() == 4) {
          write(ranking, ranked.id(), AggregateTraceSpans.of(ranked.finding(), startMillis), index);
        }
      }
    }
    FlameGraphFiles.writeIndex(directory, index);
  }

  private void write(Ranking ranking, String id, ExportTraceServiceRequest trace, List<Entry> index)
      throws IOException {
    String file = "%s-%s.otlp.json".formatted(ranking.label(), id);
    Files.write(directory.resolve(file), OtlpJsonWriter.write(trace));
    index.add(new Entry(ranking.label(), id, "otlp", file));
  }
}
