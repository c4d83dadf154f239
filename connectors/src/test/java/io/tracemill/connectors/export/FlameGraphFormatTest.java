package io.tracemill.connectors.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.ClassNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class FlameGraphFormatTest {
  private static final List<ClassNode> TREE =
      List.of(
          node(-1, PathStep.of(Frame.of("front", "GET /")), 100, 30),
          node(0, PathStep.edge(Frame.of("front", "call"), "db"), 60, 20),
          node(0, PathStep.of(Frame.of("cache", "get;all\n")), 10, 10),
          node(1, PathStep.of(Frame.of("db", "query")), 40, 40));

  private static ClassNode node(int parent, PathStep step, long inclusive, long exclusive) {
    return new ClassNode(parent, step, 2, inclusive, exclusive, 0);
  }

  private static byte[] written(FlameGraphFormat format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    format.write(TREE, out);
    return out.toByteArray();
  }

  @Test
  void foldedStacksAddUpAndEscapeSeparators() throws IOException {
    assertThat(new String(written(FlameGraphFormat.FOLDED), UTF_8).lines())
        .containsExactly(
            "front GET / 30",
            "front GET /;front call 20",
            "front GET /;front call;db query 40",
            "front GET /;cache get%3Ball%0A 10");
  }

  @Test
  void aDifferenceIsARequestBesideARequest() throws IOException {
    List<ClassNode> slower =
        List.of(TREE.get(0), TREE.get(1), node(1, PathStep.of(Frame.of("db", "query")), 80, 80));

    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FoldedStacks.write(TreeDifference.of(2, TREE, 1, slower), true, out);
    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "front GET / 15 30",
            "front GET /;front call 10 20",
            "front GET /;front call;db query 20 80",
            "front GET /;cache get%3Ball%0A 5 0");
  }

  @Test
  void pprofHasASampleForEachCallPathWithItsInnermostFrameFirst() throws IOException {
    byte[] file = written(FlameGraphFormat.PPROF);
    CodedInputStream in =
        CodedInputStream.newInstance(
            new GZIPInputStream(new ByteArrayInputStream(file)).readAllBytes());
    List<String> samples = new ArrayList<>();
    List<String> strings = new ArrayList<>();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag >>> 3) {
        case 2 -> samples.add(numbers(in.readByteArray()));
        case 6 -> strings.add(in.readString());
        default -> in.skipField(tag);
      }
    }

    assertThat(strings).startsWith("", "time", "nanoseconds", "front GET /");
    assertThat(samples).containsExactly("1 30", "2 1 20", "3 2 1 40", "4 1 10");
  }

  private static String numbers(byte[] message) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(message);
    List<String> numbers = new ArrayList<>();
    while (in.readTag() != 0) {
      numbers.add(Long.toString(in.readInt64()));
    }
    return String.join(" ", numbers);
  }
}
