package io.tracemill.pipeline.export;

import io.tracemill.analysis.whatif.Question;
import io.tracemill.connectors.export.ClassDifference;
import io.tracemill.connectors.export.FlameGraphFormat;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/**
 * The exports to write about all requests of an input.
 *
 * @param formats of flame graphs
 * @param differences latency classes to compare in flame graphs
 * @param questions what-if questions
 */
public record ExportRequest(
    Set<FlameGraphFormat> formats, List<ClassDifference> differences, List<Question> questions)
    implements Serializable {
  public ExportRequest {
    formats = Set.copyOf(formats);
    differences = List.copyOf(differences);
    questions = List.copyOf(questions);
  }

  /** Whether there is nothing to export. */
  public boolean isEmpty() {
    return formats.isEmpty() && questions.isEmpty();
  }
}
