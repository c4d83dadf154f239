package io.tracemill.store.sql;

import io.tracemill.store.engine.SkippedFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a statement selects.
 *
 * @param rows values are texts, numbers, truth values or null
 * @param skippedFiles files of the store that it leaves out
 */
public record SqlResult(
    List<String> columns, List<List<@Nullable Object>> rows, List<SkippedFile> skippedFiles) {
  public SqlResult {
    columns = List.copyOf(columns);
    rows = Collections.unmodifiableList(new ArrayList<>(rows));
    skippedFiles = List.copyOf(skippedFiles);
  }
}
