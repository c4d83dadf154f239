package io.tracemill.cli.query.answer;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.store.engine.SkippedFile;
import io.tracemill.store.question.AnswerJson;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * An answer, which is a record, and how it is shown.
 *
 * @param value what {@code --json} prints
 * @param layout what {@code --csv} prints, and text
 * @param text changes the lines of the text
 */
public record Answer(Object value, Layout layout, UnaryOperator<List<String>> text) {
  /** An answer whose text is that of its layout. */
  public Answer(Object value, Layout layout) {
    this(value, layout, lines -> lines);
  }

  /** The same with these lines after its heading, instead of a table. */
  public Answer drawn(List<String> lines) {
    return new Answer(value, layout, table -> lines);
  }

  /** The same with more lines at the end. */
  public Answer and(List<String> more) {
    return new Answer(
        value, layout, lines -> Stream.concat(text.apply(lines).stream(), more.stream()).toList());
  }

  /** One JSON document, with the files that it leaves out. */
  public String json(List<SkippedFile> skipped) {
    return AnswerJson.of(value, skipped);
  }

  /** Lines for readers. */
  public List<String> lines() {
    return text.apply(rows().lines());
  }

  /** Comma-separated values with a header line. */
  public List<String> csv() {
    return rows().csv();
  }

  private AnswerText rows() {
    JsonNode tree = RecordJson.tree(value);
    return new AnswerText(tree, layout, Lane.columns());
  }
}
