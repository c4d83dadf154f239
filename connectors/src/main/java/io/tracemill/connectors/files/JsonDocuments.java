package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.json.JsonMember;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The JSON documents of a file, one after another, with one unit in memory at a time. Each element
 * of a member {@code data} is a unit, as in Jaeger's documents. In an array, each inner array is a
 * unit, and so are neighbours of one trace. Any other object, and what is beside {@code data}, is
 * read whole into memory and cut into its traces.
 *
 * <pre>
 * {"data": [a, b]}    two units
 * [[a b a] [c]]       two units
 * [a a b a]           three units
 * {"batches": [...]}  a unit for each trace
 * </pre>
 */
final class JsonDocuments implements UnitReader {
  private static final List<JsonMember> TRACE_IDS =
      List.of(new JsonMember("traceId"), new JsonMember("traceID"), new JsonMember("trace_id"));

  private enum Around {
    NOTHING,
    ARRAY,
    DATA,
    OBJECT
  }

  private final JsonScanner file;
  private final FileFormat format;
  private final SpanEnds ends = new SpanEnds();
  private final TraceSplitter splitter = new TraceSplitter();
  private final Deque<RawUnit> split = new ArrayDeque<>();
  private final List<JsonMember> traceIds = new ArrayList<>(TRACE_IDS);
  private Around around = Around.NOTHING;

  /** What stands for the part of the object that was read before; empty if it is read whole. */
  private String before = "";

  /** Whether there are objects or arrays beside {@code data}. */
  private boolean structured;

  /** The first element of the next unit of an array; empty if there is none. */
  private byte[] ahead = {};

  JsonDocuments(InputStream in, FileFormat format) {
    file = new JsonScanner(in);
    this.format = format;
  }

  @Override
  public Optional<RawUnit> next() throws IOException, CorruptFileException {
    while (split.isEmpty()) {
      switch (around) {
        case NOTHING -> {
          if (file.peek() < 0) {
            return Optional.empty();
          }
          begin();
        }
        case ARRAY -> {
          if (ahead.length == 0 && !file.nextElement(']')) {
            around = Around.NOTHING;
          } else if (ahead.length > 0 || !file.takeEmptyArray()) {
            return Optional.of(readNeighbours());
          }
        }
        case DATA -> {
          if (file.nextElement(']')) {
            return Optional.of(unit(file.value()));
          }
          around = Around.OBJECT;
          file.hold();
        }
        case OBJECT -> readObject();
      }
    }
    return Optional.ofNullable(split.poll());
  }

  private RawUnit unit(byte[] bytes) {
    return new RawUnit(bytes, format, ends.in(bytes, format));
  }

  private void begin() throws IOException, CorruptFileException {
    if (file.take('[')) {
      around = Around.ARRAY;
    } else if (file.peek() == '{') {
      before = "";
      structured = false;
      file.hold();
      file.take('{');
      readObject();
    } else {
      throw file.corrupt("an object or an array expected");
    }
  }

  /** Reads the members of an object up to an array {@code data}, or to the end. */
  private void readObject() throws IOException, CorruptFileException {
    while (file.nextElement('}')) {
      boolean data = file.string().equals("data");
      file.expect(':');
      if (data && file.take('[')) {
        split(structured, "]}");
        before = "{\"data\":[]";
        structured = false;
        around = Around.DATA;
        return;
      }
      structured |= file.peek() == '{' || file.peek() == '[';
      file.skip();
    }
    around = Around.NOTHING;
    split(structured || before.isEmpty(), "");
  }

  /** Cuts the part of an object that was just read, if it may hold spans, into its traces. */
  private void split(boolean relevant, String after) {
    byte[] part = file.release();
    if (relevant) {
      ByteArrayOutputStream whole = new ByteArrayOutputStream(part.length + before.length() + 2);
      whole.writeBytes(before.getBytes(UTF_8));
      whole.writeBytes(part);
      whole.writeBytes(after.getBytes(UTF_8));
      split.addAll(splitter.ofJson(whole.toByteArray()));
    }
  }

  /** Reads an inner array, or objects next to each other that begin with the same trace. */
  private RawUnit readNeighbours() throws IOException, CorruptFileException {
    byte[] first = ahead.length > 0 ? ahead : file.value();
    ahead = new byte[0];
    if (first[0] == '[') {
      return unit(first);
    }
    String trace = traceId(first);
    ByteArrayOutputStream unit = new ByteArrayOutputStream(first.length + 2);
    unit.write('[');
    unit.writeBytes(first);
    while (ahead.length == 0 && file.nextElement(']')) {
      byte[] element = file.value();
      if (element[0] == '{' && !trace.isEmpty() && traceId(element).equals(trace)) {
        unit.write(',');
        unit.writeBytes(element);
      } else {
        ahead = element;
      }
      if (unit.size() > MAX_UNIT_BYTES) {
        throw new CorruptFileException("a trace of more than %d bytes".formatted(MAX_UNIT_BYTES));
      }
    }
    around = ahead.length > 0 ? Around.ARRAY : Around.NOTHING;
    unit.write(']');
    return unit(unit.toByteArray());
  }

  /** The first trace id in {@code element}; empty if it has none. */
  private String traceId(byte[] element) {
    for (int i = 0; i < traceIds.size(); i++) {
      JsonMember member = traceIds.get(i);
      int at = member.behindNext(element, 0, element.length);
      if (at < element.length) {
        // All elements of a file have the same name for it.
        traceIds.add(0, traceIds.remove(i));
        return JsonMember.text(element, at, element.length);
      }
    }
    return "";
  }
}
