package io.tracemill.store.parquet;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import org.apache.flink.connector.file.sink.compactor.RecordWiseFileCompactor;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.parquet.ParquetInputFile;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a file that {@link RowFileWriter} wrote, one row group at a time.
 *
 * @param <T> a row
 */
public final class RowFileReader<T> implements RecordWiseFileCompactor.Reader<T> {
  private final RowFormat<T> format;
  private final ParquetFileReader file;
  private final RowReader.Names names = new RowReader.Names();
  private @Nullable RowReader rows;
  private long left;

  /**
   * @throws java.io.FileNotFoundException if there is no such file
   */
  public RowFileReader(RowFormat<T> format, Path path) throws IOException {
    this.format = format;
    FileSystem system = path.getFileSystem();
    long length = system.getFileStatus(path).getLen();
    ParquetReadOptions options =
        new ParquetReadOptions.Builder(new PlainParquetConfiguration())
            .withCodecFactory(new ZstdCodecFactory())
            .build();
    file = ParquetFileReader.open(new ParquetInputFile(system.open(path), length), options);
  }

  /** The next row, or null after the last. */
  @Override
  public @Nullable T read() throws IOException {
    while (left == 0) {
      @Nullable PageReadStore pages = file.readNextRowGroup();
      if (pages == null) {
        return null;
      }
      rows =
          new RowReader(
              format.schema(),
              new ColumnReadStoreImpl(
                  pages,
                  new DummyRecordConverter(format.schema()).getRootConverter(),
                  format.schema(),
                  file.getFileMetaData().getCreatedBy()),
              names);
      left = pages.getRowCount();
    }
    left--;
    return requireNonNull(rows).row(format);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
