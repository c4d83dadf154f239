package io.tracemill.store.retention;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.parquet.PaneFormat;
import io.tracemill.store.parquet.RecordFormat;
import io.tracemill.store.parquet.RequestFormat;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes old hours of a store, merges the files of the running line, and thins old panes. One task
 * calls it from time to time, with its event time. It deletes nothing of the current and the
 * previous hour. If a call fails or stops, the next one finishes its work.
 */
public final class StoreMaintenance {
  private static final Logger LOG = LoggerFactory.getLogger(StoreMaintenance.class);
  private static final long DAY_MILLIS = 24 * StoreLayout.HOUR_MILLIS;

  private final Path line;
  private final ReplayRules rules;
  private final Limits limits;
  private final PaneThinning thinning;

  /**
   * What a store keeps.
   *
   * @param retention how long after its end an hour is deleted
   * @param requestBytes deletes the oldest hours of requests while these are larger
   * @param paneBytes deletes the oldest hours of panes while these are larger
   */
  public record Limits(Duration retention, long requestBytes, long paneBytes)
      implements Serializable {
    private static final long serialVersionUID = 1;

    public Limits {
      requireNonNull(retention, "retention");
    }

    private long bytes(StoreTable table) {
      return switch (table) {
        case REQUESTS -> requestBytes;
        case PANES -> paneBytes;
        case INCIDENTS -> Long.MAX_VALUE;
      };
    }
  }

  /**
   * @param line that the job writes; the store has it beside others
   */
  public StoreMaintenance(Path line, ReplayRules rules, Limits limits, PaneThinning thinning) {
    this.line = requireNonNull(line, "line");
    this.rules = requireNonNull(rules, "rules");
    this.limits = requireNonNull(limits, "limits");
    this.thinning = requireNonNull(thinning, "thinning");
  }

  /**
   * The result of a call.
   *
   * @param deleted partitions that were deleted, the oldest first
   * @param thinned partitions of panes that were thinned
   */
  public record Done(List<StorePartition> deleted, List<StorePartition> thinned) {
    public Done {
      deleted = List.copyOf(deleted);
      thinned = List.copyOf(thinned);
    }
  }

  private record Sized(StorePartition partition, long bytes) {}

  /** Does what is due at {@code nowMillis}, milliseconds since the epoch. */
  public Done run(long nowMillis) throws IOException {
    List<Sized> all = new ArrayList<>();
    for (StorePartition partition : StoreLayout.partitions(line.getParent())) {
      long bytes = partition.files().stream().mapToLong(FileStatus::getLen).sum();
      all.add(new Sized(partition, bytes));
    }
    all.sort(Comparator.comparingLong(sized -> sized.partition.startMillis()));
    long untouched = nowMillis - Math.floorMod(nowMillis, StoreLayout.HOUR_MILLIS);
    untouched -= StoreLayout.HOUR_MILLIS;
    List<StorePartition> deleted = new ArrayList<>();
    List<StorePartition> thinned = new ArrayList<>();
    Map<StoreTable, Long> left = new EnumMap<>(StoreTable.class);
    all.forEach(sized -> left.merge(sized.partition.table(), sized.bytes, Long::sum));
    for (Sized sized : all) {
      StorePartition partition = sized.partition;
      boolean over = partition.startMillis() < untouched;
      long age = nowMillis - partition.startMillis() - StoreLayout.HOUR_MILLIS;
      boolean tooLarge = left.getOrDefault(partition.table(), 0L) > limits.bytes(partition.table());
      if (over && (age >= limits.retention.toMillis() || tooLarge)) {
        delete(partition);
        deleted.add(partition);
        left.merge(partition.table(), -sized.bytes, Long::sum);
      } else if (maintain(partition, over, age >= DAY_MILLIS)) {
        thinned.add(partition);
      }
    }
    return new Done(deleted, thinned);
  }

  private static void delete(StorePartition partition) throws IOException {
    Path directory = partition.directory();
    directory.getFileSystem().delete(directory, true);
    Path date = directory.getParent();
    if (date != null && StoreLayout.list(date).isEmpty()) {
      date.getFileSystem().delete(date, false);
    }
  }

  /** Whether panes were thinned. An unreadable partition stays as it is. */
  private boolean maintain(StorePartition partition, boolean over, boolean old) {
    try {
      FileReplacement.finish(partition);
      if (partition.line().getName().equals(line.getName())) {
        sort(partition, over);
      }
      return old && partition.table() == StoreTable.PANES && thinning.thin(partition);
    } catch (IOException | RuntimeException unreadable) {
      LOG.warn("Files in {} are not merged", partition.directory(), unreadable);
      return false;
    }
  }

  private void sort(StorePartition partition, boolean over) throws IOException {
    switch (partition.table()) {
      case REQUESTS -> PartitionSort.sort(partition, new RequestFormat(rules), over);
      case PANES -> PartitionSort.sort(partition, new PaneFormat(), over);
      case INCIDENTS -> PartitionSort.sort(partition, new RecordFormat(), over);
    }
  }
}
