package io.tracemill.store.layout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/**
 * The rows of one table, line and hour.
 *
 * @param startMillis start of the hour, milliseconds since the epoch
 * @param directory where its files are
 */
public record StorePartition(Path line, StoreTable table, long startMillis, Path directory) {
  /** Prefix of the name of a file that replaces all other files of its partition. */
  public static final String REPLACEMENT_PREFIX = "thinned-";

  /**
   * The files that readers read: the replacement if there is one, otherwise all complete files.
   * Empty if the partition was deleted.
   */
  public List<FileStatus> visibleFiles() throws IOException {
    List<FileStatus> visible = new ArrayList<>();
    List<FileStatus> replacements = new ArrayList<>();
    for (FileStatus file : files()) {
      String name = file.getPath().getName();
      if (isVisible(name)) {
        (name.startsWith(REPLACEMENT_PREFIX) ? replacements : visible).add(file);
      }
    }
    return replacements.isEmpty() ? visible : replacements;
  }

  /** All its files, hidden ones too; empty if the partition was deleted. */
  public List<FileStatus> files() throws IOException {
    return StoreLayout.list(directory).stream().filter(file -> !file.isDir()).toList();
  }

  /** Whether a file of this name is complete. */
  public static boolean isVisible(String name) {
    return name.endsWith(".parquet") && !name.startsWith(".") && !name.startsWith("_");
  }
}
