package io.tracemill.store.retention;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.parquet.RowFileWriter;
import io.tracemill.store.parquet.RowFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.UUID;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/**
 * Replaces files of a partition by a sorted one, in steps that readers and failures may come
 * between:
 *
 * <ol>
 *   <li>It writes the new file under a hidden name, and the list of the files that it replaces.
 *   <li>It renames the new file. From now on, readers leave out the files in the list.
 *   <li>{@link #finish}, in the next run, deletes these files, then the list.
 * </ol>
 */
final class FileReplacement {
  private FileReplacement() {}

  /** Writes rows in order. */
  interface Rows<T> {
    void writeTo(BulkWriter<T> out) throws IOException;
  }

  static <T> void replace(
      StorePartition partition,
      List<FileStatus> old,
      String prefix,
      RowFormat<T> format,
      Rows<T> rows)
      throws IOException {
    String name = prefix + UUID.randomUUID() + ".parquet";
    Path hidden = new Path(partition.directory(), "_" + name);
    FileSystem files = hidden.getFileSystem();
    try (FSDataOutputStream out = files.create(hidden, WriteMode.NO_OVERWRITE)) {
      BulkWriter<T> writer = new RowFileWriter<>(format).create(out);
      rows.writeTo(writer);
      writer.finish();
    }
    try (OutputStream out = files.create(partition.listOf(name), WriteMode.NO_OVERWRITE)) {
      for (FileStatus file : old) {
        out.write((file.getPath().getName() + "\n").getBytes(UTF_8));
      }
    }
    if (!files.rename(hidden, new Path(partition.directory(), name))) {
      throw new IOException("cannot rename " + hidden + " to " + name);
    }
  }

  /** Deletes the files that earlier runs replaced. */
  static void finish(StorePartition partition) throws IOException {
    List<FileStatus> files = partition.files();
    for (FileStatus list : files) {
      if (StorePartition.isList(list.getPath().getName())) {
        for (String name : partition.replaced(list.getPath(), files)) {
          Path file = new Path(partition.directory(), name);
          file.getFileSystem().delete(file, false);
        }
        list.getPath().getFileSystem().delete(list.getPath(), false);
      }
    }
  }
}
