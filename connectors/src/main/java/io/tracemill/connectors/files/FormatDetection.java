package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;

/** Tells the format of a file from its first bytes. */
final class FormatDetection {
  /** The number of bytes to inspect. */
  static final int HEAD_BYTES = 1 << 16;

  private static final JsonFactory JSON = new JsonFactory();
  private static final int RESOURCE_SPANS_TAG = 0x0A;
  private static final int LAST_RESOURCE_SPANS_FIELD = 0x1A;
  private static final int RESOURCE_SPANS_STEP = 8;

  private final byte[] head;

  FormatDetection(byte[] head) {
    this.head = head;
  }

  /** The format, if the bytes are the beginning of one. */
  Optional<FileFormat> format() {
    // The length of a message can look like the start of JSON: { is 123.
    return jsonFormat()
        .or(
            () ->
                beginsRequest(0) || isDelimited()
                    ? Optional.of(FileFormat.OTLP_PROTO)
                    : Optional.empty());
  }

  /**
   * Detects the format by the first known member of the first object. Zipkin's spans are in an
   * array, or in an array within it. An empty array counts as Zipkin.
   */
  private Optional<FileFormat> jsonFormat() {
    try (JsonParser parser = JSON.createParser(head)) {
      JsonToken token = parser.nextToken();
      boolean list = token == JsonToken.START_ARRAY;
      while (token == JsonToken.START_ARRAY || token == JsonToken.END_ARRAY) {
        token = parser.nextToken();
      }
      if (list && token == null) {
        return Optional.of(FileFormat.ZIPKIN_JSON);
      }
      while (token != null && parser.nextToken() == JsonToken.FIELD_NAME) {
        String member = parser.currentName();
        if (list && member.equals("traceId")) {
          return Optional.of(FileFormat.ZIPKIN_JSON);
        } else if (!list && member.equals("resourceSpans")) {
          return Optional.of(linesFormat());
        } else if (!list && member.equals("data")) {
          return Optional.of(FileFormat.JAEGER_JSON);
        }
        parser.nextToken();
        parser.skipChildren();
      }
    } catch (IOException e) {
      // The head ends within the document or is not JSON, and no known member came before.
    }
    return Optional.empty();
  }

  /** The first line of a document is not a whole object, unlike that of a file of lines. */
  private FileFormat linesFormat() {
    String start = new String(head, ISO_8859_1).stripLeading();
    int newline = start.indexOf('\n');
    if (newline < 0) {
      return FileFormat.OTLP_JSONL;
    }
    byte[] line = start.substring(0, newline).getBytes(ISO_8859_1);
    try {
      new JsonScanner(new ByteArrayInputStream(line)).skip();
      return FileFormat.OTLP_JSONL;
    } catch (IOException | CorruptFileException e) {
      return FileFormat.OTLP_JSON;
    }
  }

  /**
   * Whether the bytes are requests in protobuf, each with its length before it. The first field has
   * to fit into the first message. So a request without a length never matches.
   */
  boolean isDelimited() {
    int begin = behindVarint(0);
    return begin > 0
        && beginsRequest(begin)
        && behindVarint(begin + 1) - begin + varint(begin + 1) <= varint(0);
  }

  /** Whether a field {@code resource_spans} starts here and contains a field. */
  private boolean beginsRequest(int at) {
    if (at >= head.length || head[at] != RESOURCE_SPANS_TAG) {
      return false;
    }
    int content = behindVarint(at + 1);
    if (content < 0 || content >= head.length || varint(at + 1) == 0) {
      return false;
    }
    int tag = head[content];
    return tag >= RESOURCE_SPANS_TAG
        && tag <= LAST_RESOURCE_SPANS_FIELD
        && (tag - RESOURCE_SPANS_TAG) % RESOURCE_SPANS_STEP == 0;
  }

  /** Offset after the varint here; -1 if there is none of at most five bytes. */
  private int behindVarint(int at) {
    for (int i = at; i < head.length && i < at + 5; i++) {
      if (head[i] >= 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private long varint(int at) {
    long value = 0;
    for (int i = at, shift = 0; i < behindVarint(at); i++, shift += 7) {
      value |= (head[i] & 0x7FL) << shift;
    }
    return value;
  }
}
