package io.tracemill.connectors.files;

import io.tracemill.connectors.files.UnitReader.RawUnit;
import io.tracemill.connectors.otlp.OtlpEncoder;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;

/**
 * One open file. It decompresses the bytes if needed, cuts them into units, and sets their times.
 */
final class TraceFile implements FileUnits {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int[] GZIP = {0x1F, 0x8B};
  private static final int[] BYTE_ORDER_MARK = {0xEF, 0xBB, 0xBF};

  /** Unsupported kinds of compression, and the first bytes of such files. */
  private static final Map<String, int[]> PACKED =
      Map.of(
          "a ZIP archive", new int[] {'P', 'K', 3, 4},
          "compressed by zstd", new int[] {0x28, 0xB5, 0x2F, 0xFD},
          "compressed by bzip2", new int[] {'B', 'Z', 'h'},
          "compressed by xz", new int[] {0xFD, '7', 'z', 'X', 'Z'});

  /** The maximum number of units to read before one that claims a time. */
  private static final int MAX_AHEAD = 100;

  private final Path file;
  private final long totalBytes;
  private final CountedStream onDisk;
  private final FileFormat format;
  private final UnitReader reader;
  private final FileClock clock;

  /** Units that were read ahead, the next one first. */
  private final Deque<RawUnit> ahead = new ArrayDeque<>();

  private long timed;

  TraceFile(Path file, Optional<FileFormat> forced, Duration maxJump) throws TraceFileException {
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
      BufferedInputStream in = buffered(onDisk);
      if (beginsWith(GZIP, head(in))) {
        in = buffered(unzipped(in));
      }
      byte[] head = head(in);
      if (beginsWith(BYTE_ORDER_MARK, head)) {
        in.skipNBytes(BYTE_ORDER_MARK.length);
        head = Arrays.copyOfRange(head, BYTE_ORDER_MARK.length, head.length);
      }
      FormatDetection detection = new FormatDetection(head);
      format = forced.or(detection::format).orElseThrow(unknownFormat(head));
      reader = reader(in, detection);
    } catch (IOException e) {
      close();
      throw new TraceFileException(file, "cannot be read: " + e.getMessage(), e);
    } catch (TraceFileException e) {
      close();
      throw e;
    }
  }

  private static BufferedInputStream buffered(InputStream in) {
    return new BufferedInputStream(in, FormatDetection.HEAD_BYTES);
  }

  /**
   * Reports no available bytes, so a buffer does not read ahead. If compressed data is cut off,
   * reading ahead would lose the bytes read before.
   */
  private static InputStream unzipped(InputStream in) throws IOException {
    return new GZIPInputStream(in, BUFFER_BYTES) {
      @Override
      public int available() {
        return 0;
      }
    };
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

  private static boolean beginsWith(int[] magic, byte[] head) {
    boolean equal = head.length >= magic.length;
    for (int i = 0; equal && i < magic.length; i++) {
      equal = (head[i] & 0xFF) == magic[i];
    }
    return equal;
  }

  private Supplier<TraceFileException> unknownFormat(byte[] head) {
    String problem =
        PACKED.entrySet().stream()
            .filter(packed -> beginsWith(packed.getValue(), head))
            .map(
                packed ->
                    "is %s; unpack it first (only gzip is read as it is)"
                        .formatted(packed.getKey()))
            .findFirst()
            .orElse("has none of the formats %s".formatted(FileFormat.labels()));
    return () ->
        new TraceFileException(
            file, head.length > 0 ? problem : "is empty; leave it out, or create it again");
  }

  private UnitReader reader(InputStream in, FormatDetection detection) {
    return switch (format) {
      case OTLP_JSONL -> new JsonLines(in);
      case OTLP_JSON -> new WholeRequest(in, format.wholeReader(), OtlpEncoder.json());
      case OTLP_PROTO ->
          detection.isDelimited()
              ? new DelimitedMessages(in)
              : new WholeRequest(in, format.wholeReader(), OtlpEncoder.proto());
      case JAEGER_JSON -> new JaegerTraces(in);
      case ZIPKIN_JSON -> new ZipkinTraces(in);
    };
  }

  @Override
  public Optional<FileUnit> next() throws TraceFileException {
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
        || (ahead.size() < MAX_AHEAD && FileClock.claimedMillis(ahead.getLast()).isEmpty())) {
      Optional<RawUnit> unit = reader.next();
      if (unit.isEmpty()) {
        return;
      }
      ahead.add(unit.get());
    }
  }

  private FileUnit timed(RawUnit unit) {
    OptionalLong claimed = FileClock.claimedMillis(unit);
    OptionalLong nextClaimed =
        ahead.stream()
            .map(FileClock::claimedMillis)
            .filter(OptionalLong::isPresent)
            .findFirst()
            .orElse(OptionalLong.empty());
    long eventTime = clock.advance(claimed, nextClaimed);
    return new FileUnit(file, timed++, unit.bytes(), format, eventTime, claimed.orElse(eventTime));
  }

  @Override
  public long bytesRead() {
    return onDisk.count;
  }

  @Override
  public long totalBytes() {
    return totalBytes;
  }

  @Override
  public void close() {
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
