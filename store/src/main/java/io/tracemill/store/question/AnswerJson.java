package io.tracemill.store.question;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.store.engine.SkippedFile;
import java.util.List;

/** Writes answers as JSON, as records of the job's streams are written. */
public final class AnswerJson {
  private AnswerJson() {}

  /** The document; it names skipped files if there are any. */
  public static String of(Object answer, List<SkippedFile> skipped) {
    ObjectNode document = RecordJson.tree(answer);
    if (!skipped.isEmpty()) {
      ArrayNode files = document.putArray("skippedFiles");
      skipped.forEach(file -> files.add(RecordJson.tree(file)));
    }
    return document.toString();
  }
}
