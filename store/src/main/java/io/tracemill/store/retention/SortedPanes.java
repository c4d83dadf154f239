package io.tracemill.store.retention;

import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.parquet.PaneFormat;
import io.tracemill.store.parquet.RowFileReader;
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
  private final List<RowFileReader<StoredPane>> files = new ArrayList<>();
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(Comparator.comparing(Head::pane, format.order()));

  private record Head(StoredPane pane, RowFileReader<StoredPane> file) {}

  SortedPanes(List<FileStatus> sorted) throws IOException {
    try {
      for (FileStatus file : sorted) {
        RowFileReader<StoredPane> reader = new RowFileReader<>(format, file.getPath());
        files.add(reader);
        advance(reader);
      }
    } catch (IOException | RuntimeException unreadable) {
      close();
      throw unreadable;
    }
  }

  /** The next row, or null after the last. */
  @Nullable StoredPane next() throws IOException {
    @Nullable Head head = heads.poll();
    if (head == null) {
      return null;
    }
    advance(head.file);
    return head.pane;
  }

  private void advance(RowFileReader<StoredPane> file) throws IOException {
    @Nullable StoredPane pane = file.read();
    if (pane != null) {
      heads.add(new Head(pane, file));
    }
  }

  @Override
  public void close() {
    IOUtils.closeAllQuietly(files);
  }
}
