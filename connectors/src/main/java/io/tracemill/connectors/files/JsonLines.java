package io.tracemill.connectors.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** One unit a line. It skips blank lines; the decoder checks malformed lines. */
final class JsonLines implements UnitReader {
  private static final FileFormat FORMAT = FileFormat.OTLP_JSONL;

  private final InputStream in;
  private final SpanEnds ends = new SpanEnds();
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private long lines;

  JsonLines(InputStream in) {
    this.in = in;
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    while (at < end || fill()) {
      byte[] line = readLine();
      if (!isBlank(line)) {
        return Optional.of(new RawUnit(line, FORMAT, ends.in(line, FORMAT)));
      }
    }
    return Optional.empty();
  }

  private byte[] readLine() throws IOException, CorruptFileException {
    lines++;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (at < end || fill()) {
      int newline = indexOfNewline();
      line.write(buffer, at, newline - at);
      at = Math.min(newline + 1, end);
      if (newline < end) {
        break;
      }
      if (line.size() > MAX_UNIT_BYTES) {
        throw new CorruptFileException(
            "line %d is longer than %d bytes".formatted(lines, MAX_UNIT_BYTES));
      }
    }
    return line.toByteArray();
  }

  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, in.read(buffer, 0, buffer.length));
    return end > 0;
  }

  private int indexOfNewline() {
    for (int i = at; i < end; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return end;
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
