package io.tracemill.pipeline.sink;

import io.tracemill.connectors.output.JsonLines;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Writes results of bounded input to files of JSON lines, {@code <stream>.jsonl}, one writer each.
 *
 * <p>While the job runs, the files are {@code <stream>.jsonl.part}. The caller invokes {@link
 * #publish} if the job succeeded, else {@link #discard}. So a result file is always complete.
 */
public final class FileResultSinks implements ResultSinks {
  private final Path directory;

  /** Writes into {@code directory}, which must exist. */
  public FileResultSinks(Path directory) {
    this.directory = directory;
  }

  /** The file of a stream. */
  public static Path file(Path directory, ResultStream stream) {
    return directory.resolve(stream.label() + ".jsonl");
  }

  private static Path part(Path directory, ResultStream stream) {
    return directory.resolve(stream.label() + ".jsonl.part");
  }

  /** Replaces the existing files with the new ones, also for streams without any results. */
  public static void publish(Path directory) throws IOException {
    for (ResultStream stream : ResultStream.values()) {
      if (Files.exists(part(directory, stream))) {
        Files.move(
            part(directory, stream), file(directory, stream), StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.deleteIfExists(file(directory, stream));
      }
    }
  }

  /** Deletes the unpublished files. */
  public static void discard(Path directory) throws IOException {
    for (ResultStream stream : ResultStream.values()) {
      Files.deleteIfExists(part(directory, stream));
    }
  }

  /** Writes records of a stream that no job writes; they are published with the job's results. */
  public static void write(Path directory, ResultStream stream, Stream<ResultRecord> records)
      throws IOException {
    try (LinesWriter writer = LinesWriter.of(part(directory, stream))) {
      for (ResultRecord record : (Iterable<ResultRecord>) records::iterator) {
        writer.write(record);
      }
    }
  }

  @Override
  public void write(ResultStream stream, DataStream<ResultRecord> records) {
    records
        .sinkTo(new LinesSink(part(directory, stream).toFile()))
        .setParallelism(1)
        .name("write " + stream.label())
        .uid("write-" + stream.label());
  }

  private record LinesSink(File file) implements Sink<ResultRecord> {
    @Override
    public SinkWriter<ResultRecord> createWriter(WriterInitContext context) throws IOException {
      return LinesWriter.of(file.toPath());
    }
  }

  private static final class LinesWriter implements SinkWriter<ResultRecord> {
    private final Path path;
    private final OutputStream file;
    private final OutputStream out;
    private boolean failed;

    private LinesWriter(Path path, OutputStream file) {
      this.path = path;
      this.file = file;
      this.out = new BufferedOutputStream(file, 1 << 16);
    }

    static LinesWriter of(Path file) throws IOException {
      return new LinesWriter(file, Files.newOutputStream(file));
    }

    @Override
    public void write(ResultRecord record, Context context) throws IOException {
      write(record);
    }

    void write(ResultRecord record) throws IOException {
      try {
        out.write(JsonLines.line(record));
        out.write('\n');
      } catch (IOException e) {
        throw failed(e);
      }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        throw failed(e);
      }
    }

    /** The cause is only in the message: one line is enough for a full disk. */
    private IOException failed(IOException cause) {
      failed = true;
      return new IOException(
          "%s cannot be written: %s; earlier results stay".formatted(path, cause.getMessage()));
    }

    /** After a failure it drops the buffered rest, which would fail again. */
    @Override
    public void close() throws IOException {
      if (failed) {
        file.close();
      } else {
        flush(true);
        out.close();
      }
    }
  }
}
