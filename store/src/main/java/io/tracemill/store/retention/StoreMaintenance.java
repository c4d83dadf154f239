package io.tracemill.store.retention;

import static java.util.Objects.requireNonNull;

import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.layout.StoreTable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes old hours of an index and thins its panes. One task calls it from time to time, with its
 * event time. It never changes the current or the previous hour. If a call fails or stops, the next
 * one finishes its work.
 */
public final class StoreMaintenance {
  private static final Logger LOG = LoggerFactory.getLogger(StoreMaintenance.class);
  private static final long DAY_MILLIS = 24 * StoreLayout.HOUR_MILLIS;

  private final Path index;
  private final Duration retention;
  private final long maxBytes;
  private final PaneThinning thinning;

  /**
   * @param index directory of all lines
   * @param retention how long after its end an hour is deleted
   * @param maxBytes deletes the oldest hours while all files are larger; {@link Long#MAX_VALUE} for
   *     no limit
   */
  public StoreMaintenance(Path index, Duration retention, long maxBytes, PaneThinning thinning) {
    this.index = requireNonNull(index, "index");
    this.retention = requireNonNull(retention, "retention");
    this.maxBytes = maxBytes;
    this.thinning = requireNonNull(thinning, "thinning");
  }

  /**
   * The result of a call.
   *
   * @param deletedHours their starts, milliseconds since the epoch, the oldest first
   * @param deletedBytes size of their files
   * @param thinned partitions of panes that were thinned
   */
  public record Done(List<Long> deletedHours, long deletedBytes, List<StorePartition> thinned) {
    public Done {
      deletedHours = List.copyOf(deletedHours);
      thinned = List.copyOf(thinned);
    }
  }

  private static final class Hour {
    private final List<StorePartition> partitions = new ArrayList<>();
    private long bytes;
  }

  /**
   * Deletes hours and thins panes that are due at {@code nowMillis}, milliseconds since the epoch.
   */
  public Done run(long nowMillis) throws IOException {
    TreeMap<Long, Hour> hours = new TreeMap<>();
    long total = 0;
    for (StorePartition partition : StoreLayout.partitions(index)) {
      Hour hour = hours.computeIfAbsent(partition.startMillis(), start -> new Hour());
      hour.partitions.add(partition);
      for (FileStatus file : partition.files()) {
        hour.bytes += file.getLen();
        total += file.getLen();
      }
    }

    long currentHour = nowMillis - Math.floorMod(nowMillis, StoreLayout.HOUR_MILLIS);
    List<Long> deleted = new ArrayList<>();
    long deletedBytes = 0;
    List<StorePartition> thinned = new ArrayList<>();
    long untouched = currentHour - StoreLayout.HOUR_MILLIS;
    for (Map.Entry<Long, Hour> entry : hours.headMap(untouched).entrySet()) {
      Hour hour = entry.getValue();
      long age = nowMillis - entry.getKey() - StoreLayout.HOUR_MILLIS;
      if (age >= retention.toMillis() || total - deletedBytes > maxBytes) {
        delete(hour);
        deleted.add(entry.getKey());
        deletedBytes += hour.bytes;
      } else if (age >= DAY_MILLIS) {
        thin(hour, thinned);
      }
    }
    return new Done(deleted, deletedBytes, thinned);
  }

  private static void delete(Hour hour) throws IOException {
    for (StorePartition partition : hour.partitions) {
      Path directory = partition.directory();
      directory.getFileSystem().delete(directory, true);
      Path date = directory.getParent();
      if (date != null && StoreLayout.list(date).isEmpty()) {
        date.getFileSystem().delete(date, false);
      }
    }
  }

  /** An unreadable partition stays as it is; it must not stop the job. */
  private void thin(Hour hour, List<StorePartition> thinned) {
    for (StorePartition partition : hour.partitions) {
      if (partition.table() == StoreTable.PANES) {
        try {
          if (thinning.thin(partition)) {
            thinned.add(partition);
          }
        } catch (IOException | RuntimeException unreadable) {
          LOG.warn("Panes in {} are not thinned", partition.directory(), unreadable);
        }
      }
    }
  }
}
