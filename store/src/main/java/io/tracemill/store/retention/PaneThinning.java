package io.tracemill.store.retention;

import static java.util.Objects.requireNonNull;

import io.tracemill.store.layout.StoredPane;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.parquet.PaneFormat;
import io.tracemill.store.parquet.RowFileWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites an hour of panes: profiles of one endpoint become one for ten minutes, counts stay.
 *
 * <p>It writes a hidden file, renames it so that readers ignore all other files, and then deletes
 * those. It holds the sums of one endpoint and ten minutes in memory, and one row group (1 MB) of
 * each file.
 */
public final class PaneThinning {
  private static final long MERGED_MILLIS = 600_000;
  private static final String THINNED = StorePartition.REPLACEMENT_PREFIX + "panes.parquet";
  private static final RowFileWriter<StoredPane> FILES = new RowFileWriter<>(new PaneFormat());

  private final ProfileLimits limits;
  private final int version;

  /**
   * @param limits of the merged profiles
   * @param version of the bytes that this build can read; rows of another version stay
   */
  public PaneThinning(ProfileLimits limits, int version) {
    this.limits = requireNonNull(limits, "limits");
    this.version = version;
  }

  /**
   * Thins a partition of panes; false if it was thinned before or is empty, or if files in it are
   * still to be merged: readers would ignore the merged file.
   */
  boolean thin(StorePartition partition) throws IOException {
    if (partition.files().stream().anyMatch(PaneThinning::isPending)) {
      return false;
    }
    Path thinned = new Path(partition.directory(), THINNED);
    FileSystem files = thinned.getFileSystem();
    boolean due = false;
    if (!files.exists(thinned)) {
      List<FileStatus> old = partition.visibleFiles();
      if (old.isEmpty()) {
        return false;
      }
      Path hidden = new Path(partition.directory(), "_" + THINNED);
      write(old, hidden);
      if (!files.rename(hidden, thinned)) {
        throw new IOException("cannot rename " + hidden + " to " + THINNED);
      }
      due = true;
    }
    for (FileStatus file : partition.files()) {
      Path path = file.getPath();
      if (StorePartition.isVisible(path.getName()) && !path.getName().equals(THINNED)) {
        files.delete(path, false);
      }
    }
    return due;
  }

  private static boolean isPending(FileStatus file) {
    return file.getPath().getName().startsWith(".");
  }

  private void write(List<FileStatus> old, Path to) throws IOException {
    try (SortedPanes panes = new SortedPanes(old);
        FSDataOutputStream out = to.getFileSystem().create(to, FileSystem.WriteMode.OVERWRITE)) {
      BulkWriter<StoredPane> writer = FILES.create(out);
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
      writer.finish();
    }
  }

  private boolean canMerge(StoredPane pane) {
    return pane.kind() == StoredPane.Kind.PROFILE
        && pane.version() == version
        && Math.floorMod(pane.timeMillis(), MERGED_MILLIS) + pane.lengthMillis() <= MERGED_MILLIS;
  }

  /** The sum of an endpoint's profiles in ten minutes. */
  private final class Merged {
    private final Frame endpoint;
    private final long startMillis;
    private final EndpointAccumulator sums = new EndpointAccumulator(limits);
    private long requests;

    Merged(StoredPane first) {
      endpoint = first.endpoint();
      startMillis = first.timeMillis() - Math.floorMod(first.timeMillis(), MERGED_MILLIS);
    }

    boolean covers(StoredPane pane) {
      return pane.endpoint().equals(endpoint) && pane.timeMillis() < startMillis + MERGED_MILLIS;
    }

    void add(StoredPane pane) throws IOException {
      sums.merge(
          EndpointAccumulator.read(
              new DataInputStream(new ByteArrayInputStream(pane.bytes())), limits));
      requests += pane.requests();
    }

    StoredPane pane() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      sums.write(new DataOutputStream(bytes));
      return new StoredPane(
          startMillis,
          MERGED_MILLIS,
          endpoint,
          requests,
          StoredPane.Kind.PROFILE,
          version,
          bytes.toByteArray());
    }
  }
}
