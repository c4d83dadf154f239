package io.tracemill.connectors.files;

import io.tracemill.connectors.files.UnitReader.RawUnit;
import io.tracemill.connectors.otlp.OtlpJsonSplitter;
import io.tracemill.connectors.otlp.OtlpProtoSplitter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;

/** One open file: its bytes, uncompressed if need be, cut into units that are given their times. */
final class TraceFile implements FileUnits {
  private static final int GZIP_MAGIC_0 = 0x1F;
  private static final int GZIP_MAGIC_1 = 0x8B;
  private static final int[] BYTE_ORDER_MARK = {0xEF, 0xBB, 0xBF};

  /** Units that may be read before one that claims a time. */
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
    try {
      totalBytes = Files.size(file);
      onDisk = new CountedStream(Files.newInputStream(file));
    } catch (NoSuchFileException e) {
      throw new TraceFileException(file, "there is no such file");
    } catch (IOException e) {
      throw new TraceFileException(file, "cannot be opened: " + e, e);
    }
    try {
      BufferedInputStream in = uncompressed();
      FormatDetection detection = new FormatDetection(head(in));
      format = forced.or(detection::format).orElseThrow(this::unknownFormat);
      reader = reader(in, detection);
    } catch (IOException e) {
      close();
      throw unreadable(e);
    } catch (TraceFileException e) {
      close();
      throw e;
    }
  }

  private BufferedInputStream uncompressed() throws IOException {
    BufferedInputStream in = buffered(onDisk);
    in.mark(2);
    boolean zipped = in.read() == GZIP_MAGIC_0 && in.read() == GZIP_MAGIC_1;
    in.reset();
    BufferedInputStream plain = zipped ? buffered(new GZIPInputStream(in, 1 << 16)) : in;
    skipByteOrderMark(plain);
    return plain;
  }

  private static BufferedInputStream buffered(InputStream in) {
    return new BufferedInputStream(in, FormatDetection.HEAD_BYTES);
  }

  private static void skipByteOrderMark(BufferedInputStream in) throws IOException {
    in.mark(BYTE_ORDER_MARK.length);
    for (int mark : BYTE_ORDER_MARK) {
      if (in.read() != mark) {
        in.reset();
        return;
      }
    }
  }

  private static byte[] head(BufferedInputStream in) throws IOException {
    in.mark(FormatDetection.HEAD_BYTES);
    byte[] head = in.readNBytes(FormatDetection.HEAD_BYTES);
    in.reset();
    return head;
  }

  private UnitReader reader(InputStream in, FormatDetection detection) throws IOException {
    return switch (format) {
      case OTLP_JSONL -> new JsonLines(in);
      case OTLP_JSON -> new WholeRequest(in, new OtlpJsonSplitter());
      case OTLP_PROTO ->
          detection.isDelimited()
              ? new DelimitedMessages(in)
              : new WholeRequest(in, new OtlpProtoSplitter());
      case JAEGER_JSON -> new JaegerTraces(in);
      case ZIPKIN_JSON -> new ZipkinTraces(in);
    };
  }

  @Override
  public Optional<FileUnit> next() throws TraceFileException {
    try {
      readAhead();
    } catch (IOException | UncheckedIOException e) {
      throw unreadable(e);
    } catch (CorruptFileException e) {
      throw new TraceFileException(
          file, "is not what %s is: %s".formatted(format.label(), e.getMessage()), e);
    }
    return Optional.ofNullable(ahead.poll()).map(this::timed);
  }

  /** Reads the next unit and on to one that claims a time, which says whether to believe it. */
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
    long eventTime = clock.advance(claimed, nextClaimed());
    return new FileUnit(file, timed++, unit.bytes(), format, eventTime, claimed.orElse(eventTime));
  }

  private OptionalLong nextClaimed() {
    for (Iterator<RawUnit> units = ahead.iterator(); units.hasNext(); ) {
      OptionalLong claimed = FileClock.claimedMillis(units.next());
      if (claimed.isPresent()) {
        return claimed;
      }
    }
    return OptionalLong.empty();
  }

  @Override
  public long bytesRead() {
    return onDisk.count();
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

  private TraceFileException unknownFormat() {
    return new TraceFileException(file, "is none of the formats %s".formatted(FileFormat.labels()));
  }

  private TraceFileException unreadable(Exception e) {
    return new TraceFileException(file, "cannot be read: " + e.getMessage(), e);
  }
}
