package io.tracemill.connectors.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.io.UncheckedIOException;

/** A buffer for JSON, reused from record to record. One instance serves one thread. */
public final class JsonBuffer {
  /** Writes one JSON object. */
  @FunctionalInterface
  public interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  /** Writes one JSON object, as much of it as fits. */
  @FunctionalInterface
  public interface BodyInRoom {
    void write(JsonGenerator json, Room room) throws IOException;
  }

  private static final JsonFactory FACTORY = new JsonFactory();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** The JSON that {@code body} writes, in UTF-8. */
  public byte[] write(Body body) {
    boolean unused = fits(Integer.MAX_VALUE, body);
    return bytes.toByteArray();
  }

  /**
   * The same in {@code maxBytes}. If it is too large, it is written again with less room, until it
   * fits or nothing is left to cut.
   *
   * @param items length of the longest list or tree
   */
  public byte[] write(int maxBytes, int items, BodyInRoom body) {
    for (Room room = Room.of(items); ; room = room.less()) {
      Room tried = room;
      if (fits(room.isLeast() ? Integer.MAX_VALUE : maxBytes, json -> body.write(json, tried))) {
        return bytes.toByteArray();
      }
    }
  }

  /** Stops writing at {@code maxBytes}, however large the whole would be. */
  private boolean fits(int maxBytes, Body body) {
    bytes.reset();
    try (JsonGenerator json = FACTORY.createGenerator(new LimitedStream(bytes, maxBytes))) {
      body.write(json);
    } catch (TooLargeException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
    return true;
  }

  private static final class TooLargeException extends IOException {
    @Serial private static final long serialVersionUID = 1;
  }

  private static final class LimitedStream extends OutputStream {
    private final ByteArrayOutputStream out;
    private final int maxBytes;

    LimitedStream(ByteArrayOutputStream out, int maxBytes) {
      this.out = out;
      this.maxBytes = maxBytes;
    }

    @Override
    public void write(int oneByte) throws IOException {
      write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] written, int offset, int length) throws IOException {
      if (length > maxBytes - out.size()) {
        throw new TooLargeException();
      }
      out.write(written, offset, length);
    }
  }
}
