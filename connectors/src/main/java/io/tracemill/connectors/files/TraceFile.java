package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.UTF_16;

import io.tracemill.connectors.files.SortedUnits.Placed;
import io.tracemill.connectors.files.UnitReader.RawUnit;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One open file. It decompresses the bytes if needed, cuts them into units, and sets their times.
 */
final class TraceFile implements AutoCloseable {
  /** The maximum number of units to read before one that claims a time. */
  private static final int MAX_AHEAD = 100;

  private final Path file;
  private final long totalBytes;
  private final CountedStream onDisk;
  private final FileFormat format;
  private final SortedUnits reader;
  private final FileClock clock;

  /** Units that were read ahead, the next one first. */
  private final Deque<Placed> ahead = new ArrayDeque<>();

  private long timed;

  /**
   * Opens {@code file}.
   *
   * @param maxBytes how many bytes of units may be held to sort them
   * @param runBytes how many, if they are sorted through temporary files
   */
  TraceFile(Path file, Optional<FileFormat> forced, Duration maxJump, long maxBytes, long runBytes)
      throws TraceFileException {
    this.file = file;
    clock = new FileClock(maxJump);
    if (Files.isDirectory(file)) {
      throw new TraceFileException(file, "is a directory; name the files in it");
    }
    try {
      totalBytes = Files.size(file);
      onDisk = new CountedStream(Files.newInputStream(file));
    } catch (NoSuchFileException e) {
      throw new TraceFileException(file, "there is no such file");
    } catch (IOException e) {
      throw new TraceFileException(file, "cannot be opened: " + e, e);
    }
    try {
      BufferedInputStream in = utf8(unpacked(buffered(onDisk)));
      FormatDetection detection = new FormatDetection(head(in));
      format = forced.or(detection::format).orElseThrow(() -> unknownFormat(detection));
      reader = new SortedUnits(reader(in, detection), maxBytes, runBytes);
    } catch (IOException e) {
      closeDisk();
      throw new TraceFileException(file, "cannot be read: " + e.getMessage(), e);
    } catch (TraceFileException e) {
      closeDisk();
      throw e;
    }
  }

  private static BufferedInputStream buffered(InputStream in) {
    return new BufferedInputStream(in, FormatDetection.HEAD_BYTES);
  }

  private BufferedInputStream unpacked(BufferedInputStream in)
      throws IOException, TraceFileException {
    Optional<Compression> packed = Compression.of(head(in));
    if (packed.isEmpty()) {
      return in;
    }
    Optional<InputStream> unpacked = packed.get().unpacked(in);
    if (unpacked.isEmpty()) {
      throw new TraceFileException(
          file,
          "is compressed by %s; unpack it first (only gzip and zstd are read as they are)"
              .formatted(packed.get().label()));
    }
    return buffered(unpacked.get());
  }

  /** Skips the byte order mark of UTF-8, and reads UTF-16 as UTF-8. */
  private static BufferedInputStream utf8(BufferedInputStream in) throws IOException {
    byte[] head = head(in);
    if (Compression.begins(head, "\u00FF\u00FE") || Compression.begins(head, "\u00FE\u00FF")) {
      return buffered(new Utf8Stream(in, UTF_16));
    }
    if (Compression.begins(head, "\u00EF\u00BB\u00BF")) {
      in.skipNBytes(3);
    }
    return in;
  }

  /** The first bytes, which are read again later; fewer if compressed data is cut off. */
  private static byte[] head(BufferedInputStream in) throws IOException {
    byte[] head = new byte[FormatDetection.HEAD_BYTES];
    int length = 0;
    in.mark(head.length);
    try {
      for (int read = 0; read >= 0 && length < head.length; length += Math.max(0, read)) {
        read = in.read(head, length, head.length - length);
      }
    } catch (EOFException e) {
      // Whole units come first; then the next read fails again.
    }
    in.reset();
    return Arrays.copyOf(head, length);
  }

  private TraceFileException unknownFormat(FormatDetection detection) {
    return new TraceFileException(
        file,
        detection.isEmpty()
            ? "is empty; leave it out, or create it again"
            : "has none of the formats %s; %s".formatted(FileFormat.labels(), detection.seen()));
  }

  private UnitReader reader(InputStream in, FormatDetection detection) {
    return switch (format) {
      case OTLP_JSONL -> new JsonLines(in);
      case OTLP_JSON, JAEGER_JSON, ZIPKIN_JSON -> new JsonDocuments(in, format);
      case OTLP_PROTO ->
          detection.isDelimited() || detection.isFramed()
              ? new DelimitedMessages(in, detection.isFramed())
              : new WholeRequest(in);
    };
  }

  /** The next unit; empty at the end. */
  Optional<FileUnit> next() throws TraceFileException {
    try {
      readAhead();
    } catch (EOFException e) {
      throw failed("is cut off; copy or create it again", e);
    } catch (IOException | UncheckedIOException e) {
      throw failed("cannot be read: " + e.getMessage(), e);
    } catch (CorruptFileException e) {
      throw failed("is no valid %s: %s".formatted(format.label(), e.getMessage()), e);
    }
    return Optional.ofNullable(ahead.poll()).map(this::timed);
  }

  /** Adds the number of lines, messages or traces that were read before. */
  private TraceFileException failed(String problem, Exception cause) {
    String units =
        switch (format) {
          case OTLP_JSONL -> "lines";
          case OTLP_PROTO -> "messages";
          case OTLP_JSON, JAEGER_JSON, ZIPKIN_JSON -> "traces";
        };
    return new TraceFileException(
        file, "%s (%s read before it: %d)".formatted(problem, units, timed + ahead.size()), cause);
  }

  /** Reads the next unit, and more up to one that claims a time, which confirms or refutes it. */
  private void readAhead() throws IOException, CorruptFileException {
    while (ahead.size() < 2
        || (ahead.size() < MAX_AHEAD
            && FileClock.claimedMillis(ahead.getLast().unit()).isEmpty())) {
      Optional<Placed> unit = reader.next();
      if (unit.isEmpty()) {
        return;
      }
      ahead.add(unit.get());
    }
  }

  private FileUnit timed(Placed placed) {
    RawUnit unit = placed.unit();
    OptionalLong claimed = FileClock.claimedMillis(unit);
    OptionalLong nextClaimed =
        ahead.stream()
            .map(next -> FileClock.claimedMillis(next.unit()))
            .filter(OptionalLong::isPresent)
            .findFirst()
            .orElse(OptionalLong.empty());
    long eventTime = clock.advance(claimed, nextClaimed);
    timed++;
    return new FileUnit(
        file, placed.number(), unit.bytes(), unit.format(), eventTime, claimed.orElse(eventTime));
  }

  /** The number of bytes on disk that have been read so far. */
  long bytesRead() {
    return onDisk.count;
  }

  /** The number of units so far that were too far out of order to be sorted. */
  long unsorted() {
    return reader.unsorted();
  }

  /** The total number of bytes on disk. */
  long totalBytes() {
    return totalBytes;
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete a temporary file of " + file, e);
    } finally {
      closeDisk();
    }
  }

  private void closeDisk() {
    try {
      onDisk.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close " + file, e);
    }
  }

  /** Counts the bytes that a buffer reads through it. */
  private static final class CountedStream extends FilterInputStream {
    private long count;

    CountedStream(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count += Math.max(0, read);
      return read;
    }
  }
}
