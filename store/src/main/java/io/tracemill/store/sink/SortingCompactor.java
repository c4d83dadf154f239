package io.tracemill.store.sink;

import io.tracemill.store.parquet.RowFileReader;
import io.tracemill.store.parquet.RowFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.connector.file.sink.compactor.RecordWiseFileCompactor;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges files into one, in order of their rows. It holds all rows of the files in memory; the
 * sink's size threshold bounds them. It skips a file that retention has deleted.
 */
final class SortingCompactor<T> extends RecordWiseFileCompactor<T> {
  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(SortingCompactor.class);

  private final RowFormat<T> format;

  SortingCompactor(RowFormat<T> format) {
    super(path -> new RowFileReader<>(format, path));
    this.format = format;
  }

  @Override
  public void compact(List<Path> files, Writer<T> out) throws IOException {
    List<T> rows = new ArrayList<>();
    for (Path file : files) {
      read(file, rows);
    }
    rows.sort(format.order());
    @Nullable T last = null;
    for (T row : rows) {
      if (last == null || !format.isUnique() || format.order().compare(last, row) != 0) {
        out.write(row);
      }
      last = row;
    }
  }

  private void read(Path path, List<T> rows) throws IOException {
    try (RowFileReader<T> file = new RowFileReader<>(format, path)) {
      for (@Nullable T row = file.read(); row != null; row = file.read()) {
        rows.add(row);
      }
    } catch (FileNotFoundException deleted) {
      LOG.warn("{} was deleted before its rows became visible", path);
    }
  }
}
