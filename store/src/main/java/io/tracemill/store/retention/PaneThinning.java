package io.tracemill.store.retention;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.parquet.PaneFormat;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites an hour of panes: the panes of one endpoint become one of ten minutes. It holds the sums
 * of one endpoint and ten minutes in memory, and one row group (1 MB) of each file.
 */
public final class PaneThinning {
  private static final long MERGED_MILLIS = 600_000;
  private static final String THINNED = StorePartition.SORTED_PREFIX + "thinned-";
  private static final PaneFormat FORMAT = new PaneFormat();

  private final SumRules limits;

  /**
   * @param limits of the merged sums
   */
  public PaneThinning(SumRules limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /** Thins a partition of panes; false if that is done, or if its files are not sorted yet. */
  boolean thin(StorePartition partition) throws IOException {
    List<FileStatus> files = partition.visibleFiles();
    boolean sorted =
        files.stream()
            .map(file -> file.getPath().getName())
            .allMatch(
                name -> name.startsWith(StorePartition.SORTED_PREFIX) && !name.startsWith(THINNED));
    if (files.isEmpty() || !sorted) {
      return false;
    }
    FileReplacement.replace(partition, files, THINNED, FORMAT, out -> write(files, out));
    return true;
  }

  private void write(List<FileStatus> old, BulkWriter<StoredPane> writer) throws IOException {
    try (SortedPanes panes = new SortedPanes(old)) {
      @Nullable Merged merged = null;
      for (@Nullable StoredPane pane = panes.next(); pane != null; pane = panes.next()) {
        if (merged != null && !merged.covers(pane)) {
          writer.addElement(merged.pane());
          merged = null;
        }
        if (!canMerge(pane)) {
          writer.addElement(pane);
        } else {
          merged = merged == null ? new Merged(pane) : merged;
          merged.add(pane);
        }
      }
      if (merged != null) {
        writer.addElement(merged.pane());
      }
    }
  }

  private boolean canMerge(StoredPane pane) {
    return pane.isReadable()
        && Math.floorMod(pane.timeMillis(), MERGED_MILLIS) + pane.lengthMillis() <= MERGED_MILLIS;
  }

  /** The sum of an endpoint's panes in ten minutes. */
  private final class Merged {
    private final Frame endpoint;
    private final long startMillis;
    private final EndpointSums sums = new EndpointSums(limits);
    private long requests;

    Merged(StoredPane first) {
      endpoint = first.endpoint();
      startMillis = first.timeMillis() - Math.floorMod(first.timeMillis(), MERGED_MILLIS);
    }

    boolean covers(StoredPane pane) {
      return pane.endpoint().equals(endpoint) && pane.timeMillis() < startMillis + MERGED_MILLIS;
    }

    void add(StoredPane pane) throws IOException {
      sums.merge(pane.sums(limits));
      requests += pane.requests();
    }

    StoredPane pane() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      sums.write(new DataOutputStream(bytes));
      return new StoredPane(
          startMillis, MERGED_MILLIS, endpoint, requests, StoredPane.VERSION, bytes.toByteArray());
    }
  }
}
