package io.tracemill.store.layout;

import static java.time.ZoneOffset.UTC;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The directories of a store:
 *
 * <pre>
 * store/line-20261125T174730Z/requests/date=2026-11-25/hour=17/part-....parquet
 * </pre>
 *
 * A line holds what one line of checkpoints wrote. Hours are in UTC.
 */
public final class StoreLayout {
  /** Milliseconds of a partition. */
  public static final long HOUR_MILLIS = 3_600_000;

  private static final String LINE_PREFIX = "line-";
  private static final DateTimeFormatter LINE =
      DateTimeFormatter.ofPattern("'line-'uuuuMMdd'T'HHmmss'Z'", Locale.ROOT);
  private static final DateTimeFormatter PARTITION =
      new DateTimeFormatterBuilder()
          .appendPattern("'date='uuuu-MM-dd'/hour='HH")
          .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private StoreLayout() {}

  /** The directory of a line that starts now. */
  public static Path line(Path store, Instant now) {
    return new Path(store, LINE.format(now.atZone(UTC)));
  }

  /** The directory of a table of a line. */
  public static Path table(Path line, StoreTable table) {
    return new Path(line, table.directory());
  }

  /** The partition of a time, relative to its table: {@code date=2026-11-25/hour=17}. */
  public static String partition(long timeMillis) {
    return PARTITION.format(Instant.ofEpochMilli(timeMillis).atZone(UTC));
  }

  /** The start of the hour of a directory, milliseconds since the epoch; empty if it is none. */
  public static OptionalLong hour(Path directory) {
    @Nullable Path date = directory.getParent();
    if (date == null) {
      return OptionalLong.empty();
    }
    try {
      LocalDateTime start =
          LocalDateTime.parse(date.getName() + "/" + directory.getName(), PARTITION);
      return OptionalLong.of(start.toInstant(UTC).toEpochMilli());
    } catch (DateTimeException notAnHour) {
      return OptionalLong.empty();
    }
  }

  /** The lines of a store, the oldest first; the directory of one line has itself. */
  public static List<Path> lines(Path store) throws IOException {
    if (isLine(store)) {
      return List.of(store);
    }
    List<Path> lines = new ArrayList<>();
    for (FileStatus entry : list(store)) {
      if (entry.isDir() && isLine(entry.getPath())) {
        lines.add(entry.getPath());
      }
    }
    lines.sort(Comparator.comparing(Path::getName));
    return lines;
  }

  private static boolean isLine(Path directory) {
    return directory.getName().startsWith(LINE_PREFIX);
  }

  /** All partitions of a store: of all its lines and tables. */
  public static List<StorePartition> partitions(Path store) throws IOException {
    List<StorePartition> partitions = new ArrayList<>();
    for (Path line : lines(store)) {
      partitions.addAll(partitionsOf(line));
    }
    return partitions;
  }

  /** The partitions of one line, by table, then time. */
  public static List<StorePartition> partitionsOf(Path line) throws IOException {
    List<StorePartition> partitions = new ArrayList<>();
    for (StoreTable table : StoreTable.values()) {
      for (FileStatus date : list(table(line, table))) {
        for (FileStatus directory : list(date.getPath())) {
          Path path = directory.getPath();
          hour(path)
              .ifPresent(start -> partitions.add(new StorePartition(line, table, start, path)));
        }
      }
    }
    partitions.sort(
        Comparator.comparing(StorePartition::table).thenComparingLong(StorePartition::startMillis));
    return partitions;
  }

  /** The entries of a directory; empty if there is none. */
  public static List<FileStatus> list(Path directory) throws IOException {
    FileSystem system = directory.getFileSystem();
    try {
      FileStatus @Nullable [] found = system.listStatus(directory);
      return found == null ? List.of() : List.of(found);
    } catch (FileNotFoundException gone) {
      return List.of();
    }
  }
}
