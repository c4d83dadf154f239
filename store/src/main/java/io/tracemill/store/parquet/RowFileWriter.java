package io.tracemill.store.parquet;

import java.io.IOException;
import java.util.Map;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows to Parquet files: Zstandard, row groups of about 1 MB, statistics of each page.
 *
 * @param <T> a row
 */
public final class RowFileWriter<T> implements BulkWriter.Factory<T> {
  private static final long serialVersionUID = 1;

  private static final long ROW_GROUP_BYTES = 1L << 20;
  private static final int PAGE_BYTES = 64 << 10;

  private final ParquetWriterFactory<T> files;

  public RowFileWriter(RowFormat<T> format) {
    files = new ParquetWriterFactory<>(file -> open(format, file));
  }

  @Override
  public BulkWriter<T> create(FSDataOutputStream out) throws IOException {
    return files.create(out);
  }

  private static <T> ParquetWriter<T> open(RowFormat<T> format, OutputFile file)
      throws IOException {
    Builder<T> builder = new Builder<>(format, file);
    builder
        .withConf(new PlainParquetConfiguration())
        .withCodecFactory(new ZstdCodecFactory())
        .withCompressionCodec(CompressionCodecName.ZSTD)
        .withRowGroupSize(ROW_GROUP_BYTES)
        .withPageSize(PAGE_BYTES)
        .withDictionaryEncoding(true);
    format.configure(builder);
    return builder.build();
  }

  private static final class Builder<T> extends ParquetWriter.Builder<T, Builder<T>> {
    private final RowFormat<T> format;

    Builder(RowFormat<T> format, OutputFile file) {
      super(file);
      this.format = format;
    }

    @Override
    protected Builder<T> self() {
      return this;
    }

    @Override
    @Deprecated
    protected WriteSupport<T> getWriteSupport(Configuration configuration) {
      return new Rows<>(format);
    }

    @Override
    protected WriteSupport<T> getWriteSupport(ParquetConfiguration configuration) {
      return new Rows<>(format);
    }
  }

  private static final class Rows<T> extends WriteSupport<T> {
    private final RowFormat<T> format;
    private final RowFormat.Encoder<T> encoder;
    private @Nullable RowWriter out;

    Rows(RowFormat<T> format) {
      this.format = format;
      encoder = format.encoder();
    }

    @Override
    @Deprecated
    public WriteContext init(Configuration configuration) {
      return new WriteContext(format.schema(), Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(format.schema(), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = new RowWriter(format.schema(), consumer);
    }

    @Override
    public void write(T row) {
      if (out == null) {
        throw new IllegalStateException("no file is open for " + row);
      }
      out.row(encoder, row);
    }
  }
}
