package io.tracemill.store.layout;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/**
 * The rows of one table, line and hour.
 *
 * @param startMillis start of the hour, milliseconds since the epoch
 * @param directory where its files are
 */
public record StorePartition(Path line, StoreTable table, long startMillis, Path directory) {
  /** Prefix of the name of a file whose rows are sorted. */
  public static final String SORTED_PREFIX = "sorted-";

  private static final String LIST_PREFIX = "_";
  private static final String LIST_SUFFIX = ".replaces";

  /** The complete files, without those that another one replaces; none if it was deleted. */
  public List<FileStatus> visibleFiles() throws IOException {
    return visible(files());
  }

  /** Those of {@link #files} that {@link #visibleFiles} has. */
  public List<FileStatus> visible(List<FileStatus> files) throws IOException {
    Set<String> replaced = new HashSet<>();
    for (FileStatus file : files) {
      if (isList(file.getPath().getName())) {
        replaced.addAll(replaced(file.getPath(), files));
      }
    }
    return files.stream()
        .filter(file -> isVisible(file.getPath().getName()))
        .filter(file -> !replaced.contains(file.getPath().getName()))
        .toList();
  }

  /** All its files, hidden ones too; empty if the partition was deleted. */
  public List<FileStatus> files() throws IOException {
    return StoreLayout.list(directory).stream().filter(file -> !file.isDir()).toList();
  }

  /** Whether a file of this name is complete. */
  public static boolean isVisible(String name) {
    return name.endsWith(".parquet") && !name.startsWith(".") && !name.startsWith("_");
  }

  /** The list of the files that the file of this name replaces. */
  public Path listOf(String name) {
    return new Path(directory, LIST_PREFIX + name + LIST_SUFFIX);
  }

  /** Whether a file of this name is a {@link #listOf} another one. */
  public static boolean isList(String name) {
    return name.startsWith(LIST_PREFIX) && name.endsWith(LIST_SUFFIX);
  }

  /** The names in a list; none unless the file that replaces them is there. */
  public Set<String> replaced(Path list, List<FileStatus> files) throws IOException {
    String name = list.getName();
    String by = name.substring(LIST_PREFIX.length(), name.length() - LIST_SUFFIX.length());
    if (files.stream().noneMatch(file -> file.getPath().getName().equals(by))) {
      return Set.of();
    }
    try (FSDataInputStream in = list.getFileSystem().open(list)) {
      return Set.copyOf(new String(in.readAllBytes(), UTF_8).lines().toList());
    } catch (FileNotFoundException gone) {
      return Set.of();
    }
  }
}
