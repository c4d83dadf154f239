package io.tracemill.index.retention;

import io.tracemill.analysis.index.IndexedPane;
import io.tracemill.index.parquet.PaneFormat;
import io.tracemill.index.parquet.RowFileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.util.IOUtils;
import org.jspecify.annotations.Nullable;

/** The rows of several sorted files as one sorted sequence; it holds one row of each file. */
final class SortedPanes implements AutoCloseable {
  private final PaneFormat format = new PaneFormat();
  private final List<RowFileReader<IndexedPane>> files = new ArrayList<>();
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(Comparator.comparing(Head::pane, format.order()));

  private record Head(IndexedPane pane, RowFileReader<IndexedPane> file) {}

  SortedPanes(List<FileStatus> sorted) throws IOException {
    try {
      for (FileStatus file : sorted) {
        RowFileReader<IndexedPane> reader = new RowFileReader<>(format, file.getPath());
        files.add(reader);
        advance(reader);
      }
    } catch (IOException | RuntimeException unreadable) {
      close();
      throw unreadable;
    }
  }

  /** The next row, or null after the last. */
  @Nullable IndexedPane next() throws IOException {
    @Nullable Head head = heads.poll();
    if (head == null) {
      return null;
    }
    advance(head.file);
    return head.pane;
  }

  private void advance(RowFileReader<IndexedPane> file) throws IOException {
    @Nullable IndexedPane pane = file.read();
    if (pane != null) {
      heads.add(new Head(pane, file));
    }
  }

  @Override
  public void close() {
    IOUtils.closeAllQuietly(files);
  }
}
