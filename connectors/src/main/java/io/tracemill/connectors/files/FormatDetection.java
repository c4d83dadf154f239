package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tracemill.connectors.json.JsonFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Tells the format of a file from its first bytes. */
final class FormatDetection {
  /** The number of bytes to inspect. */
  static final int HEAD_BYTES = 1 << 16;

  private static final JsonFactory JSON = new JsonFactory();
  private static final int NAMES_TOLD = 8;
  private static final int BYTES_TOLD = 16;

  /** Members of whole documents, which are cut into traces even if each is on a line. */
  private static final Set<String> DOCUMENTS = Set.of("data", "hits", "trace", "result", "batches");

  private static final int RESOURCE_SPANS_TAG = 0x0A;
  private static final int LAST_RESOURCE_SPANS_FIELD = 0x1A;
  private static final int RESOURCE_SPANS_STEP = 8;
  private static final int FRAME_BYTES = 4;

  private final byte[] head;
  private final Set<String> unknownNames = new LinkedHashSet<>();

  FormatDetection(byte[] head) {
    this.head = head;
  }

  /** The format, if the bytes are the beginning of one. */
  Optional<FileFormat> format() {
    // The length of a message can look like the start of JSON: { is 123.
    return jsonFormat()
        .or(
            () ->
                beginsRequest(0) || isDelimited() || isFramed()
                    ? Optional.of(FileFormat.OTLP_PROTO)
                    : Optional.empty());
  }

  boolean isEmpty() {
    return head.length == 0;
  }

  /** What the file begins with, if it has no known format. */
  String seen() {
    if (!unknownNames.isEmpty()) {
      return "its first members are " + String.join(", ", unknownNames);
    }
    String start = new String(head, 0, Math.min(BYTES_TOLD, head.length), ISO_8859_1);
    boolean text = start.chars().allMatch(c -> (c >= ' ' && c < 0x7F) || Character.isWhitespace(c));
    return text
        ? "it begins with '%s'".formatted(start.strip().replaceAll("\\s+", " "))
        : "its first bytes are "
            + HexFormat.ofDelimiter(" ").formatHex(head, 0, Math.min(BYTES_TOLD, head.length));
  }

  /** Detects the format by the first known member. An array without members counts as Zipkin. */
  private Optional<FileFormat> jsonFormat() {
    boolean list = false;
    boolean first = true;
    try (JsonParser parser = JSON.createParser(head)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        list |= first && token == JsonToken.START_ARRAY;
        first = false;
        if (token == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          if (JsonFormat.isMember(name)) {
            return Optional.of(jsonFormat(name, list));
          }
          if (unknownNames.size() < NAMES_TOLD) {
            unknownNames.add(name);
          }
        } else if (token.isScalarValue() && unknownNames.isEmpty()) {
          return Optional.empty();
        }
      }
    } catch (IOException e) {
      // The head ends within the document or is not JSON, and no known member came before.
      return Optional.empty();
    }
    return list && unknownNames.isEmpty() ? Optional.of(FileFormat.ZIPKIN_JSON) : Optional.empty();
  }

  private FileFormat jsonFormat(String name, boolean list) {
    boolean ofJaeger = name.equals("data") || name.equals("traceID") || name.equals("hits");
    if (ofJaeger && (!isLines() || DOCUMENTS.contains(name))) {
      return FileFormat.JAEGER_JSON;
    }
    if (list) {
      return FileFormat.ZIPKIN_JSON;
    }
    return isLines() && !DOCUMENTS.contains(name) ? FileFormat.OTLP_JSONL : FileFormat.OTLP_JSON;
  }

  /** The first line of a document is not a whole object, unlike that of a file of lines. */
  private boolean isLines() {
    String start = new String(head, ISO_8859_1).stripLeading();
    int newline = start.indexOf('\n');
    if (newline < 0) {
      return true;
    }
    byte[] line = start.substring(0, newline).getBytes(ISO_8859_1);
    try {
      new JsonScanner(new ByteArrayInputStream(line)).skip();
      return true;
    } catch (IOException | CorruptFileException e) {
      return false;
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

  /**
   * Whether the bytes are requests with four bytes of their length before each, the highest first.
   * A first byte of 0 begins nothing else.
   */
  boolean isFramed() {
    if (head.length <= FRAME_BYTES || head[0] != 0) {
      return false;
    }
    byte[] message = Arrays.copyOfRange(head, FRAME_BYTES, head.length);
    return message[0] == '{' || Compression.ZSTD.begins(message) || beginsRequest(FRAME_BYTES);
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
