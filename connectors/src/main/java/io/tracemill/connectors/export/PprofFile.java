package io.tracemill.connectors.export;

import com.google.protobuf.CodedOutputStream;
import io.tracemill.analysis.callingcontext.TreeDifference;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * A {@code perftools.profiles.Profile} with one sample for each call path that has time of its own.
 * A frame is a function with one location; stacks have the innermost frame first.
 */
final class PprofFile {
  // Field numbers of profile.proto.
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING_TABLE = 6;
  private static final int DEFAULT_SAMPLE_TYPE = 14;

  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final Map<String, Integer> functions = new LinkedHashMap<>();

  private PprofFile() {
    string("");
  }

  static void write(List<TreeDifference.Node> nodes, OutputStream out) throws IOException {
    GZIPOutputStream gzip = new GZIPOutputStream(out);
    gzip.write(new PprofFile().bytes(nodes));
    gzip.finish();
  }

  private interface Part {
    void write(CodedOutputStream out) throws IOException;
  }

  private static void message(CodedOutputStream out, int field, Part part) throws IOException {
    out.writeByteArray(field, bytes(part));
  }

  private static byte[] bytes(Part part) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    part.write(out);
    out.flush();
    return bytes.toByteArray();
  }

  private int string(String text) {
    return strings.computeIfAbsent(text, added -> strings.size());
  }

  private int function(String name) {
    string(name);
    return functions.computeIfAbsent(name, added -> functions.size() + 1);
  }

  private byte[] bytes(List<TreeDifference.Node> nodes) throws IOException {
    return bytes(
        out -> {
          message(
              out,
              SAMPLE_TYPE,
              type -> {
                type.writeInt64(1, string("time"));
                type.writeInt64(2, string("nanoseconds"));
              });
          writeSamples(nodes, out);
          writeFrames(out);
          out.writeInt64(DEFAULT_SAMPLE_TYPE, string("time"));
          for (String text : strings.keySet()) {
            out.writeString(STRING_TABLE, text);
          }
        });
  }

  private void writeSamples(List<TreeDifference.Node> nodes, CodedOutputStream out)
      throws IOException {
    int[] functions = new int[nodes.size()];
    for (int i = 0; i < functions.length; i++) {
      int innermost = i;
      functions[i] = function(nodes.get(i).step().frame().toString());
      if (nodes.get(i).own().afterNanos() > 0) {
        message(
            out,
            SAMPLE,
            sample -> {
              for (int at = innermost; at >= 0; at = nodes.get(at).parent()) {
                sample.writeUInt64(1, functions[at]);
              }
              sample.writeInt64(2, nodes.get(innermost).own().afterNanos());
            });
      }
    }
  }

  private void writeFrames(CodedOutputStream out) throws IOException {
    for (Map.Entry<String, Integer> frame : functions.entrySet()) {
      int id = frame.getValue();
      message(
          out,
          FUNCTION,
          function -> {
            function.writeUInt64(1, id);
            function.writeInt64(2, string(frame.getKey()));
            function.writeInt64(3, string(frame.getKey()));
          });
      message(
          out,
          LOCATION,
          location -> {
            location.writeUInt64(1, id);
            message(location, 4, line -> line.writeUInt64(1, id));
          });
    }
  }
}
