package io.tracemill.store.parquet;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.parquet.ParquetInputFile;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a file that {@link RowFileWriter} wrote, one row group at a time.
 *
 * @param <T> a row
 */
public final class RowFileReader<T> implements AutoCloseable {
  private final MessageType schema;
  private final RowFormat.Decoder<T> decoder;
  private final ParquetFileReader file;
  private final List<BlockMetaData> groups;
  private final RowReader.Names names = new RowReader.Names();
  private @Nullable RowReader rows;
  private int group;
  private long next;
  private long groupEnd;

  /**
   * @throws java.io.FileNotFoundException if there is no such file
   */
  public RowFileReader(RowFormat<T> format, Path path) throws IOException {
    schema = format.readSchema();
    decoder = format.decoder();
    FileSystem system = path.getFileSystem();
    long length = system.getFileStatus(path).getLen();
    ParquetReadOptions options =
        new ParquetReadOptions.Builder(new PlainParquetConfiguration())
            .withCodecFactory(new ZstdCodecFactory())
            .build();
    file = ParquetFileReader.open(new ParquetInputFile(system.open(path), length), options);
    file.setRequestedSchema(schema);
    groups = file.getRowGroups();
  }

  /** The next row, or null after the last. */
  public @Nullable T read() throws IOException {
    return read(next);
  }

  /**
   * The row with a number from 0 on, or null if the file has no such row. It passes over the rows
   * between; whole row groups are not read.
   *
   * @param number not less than the number of the row after the last that was read
   */
  public @Nullable T read(long number) throws IOException {
    while (number >= groupEnd) {
      if (group == groups.size()) {
        return null;
      }
      next = groupEnd;
      groupEnd += groups.get(group++).getRowCount();
      if (number < groupEnd) {
        rows = open(file.readNextRowGroup());
      } else {
        file.skipNextRowGroup();
      }
    }
    RowReader open = requireNonNull(rows);
    open.skip(number - next);
    next = number + 1;
    return open.row(decoder);
  }

  private RowReader open(PageReadStore pages) {
    return new RowReader(
        schema,
        new ColumnReadStoreImpl(
            pages,
            new DummyRecordConverter(schema).getRootConverter(),
            schema,
            file.getFileMetaData().getCreatedBy()),
        names);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
