package io.tracemill.connectors.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedInputStream;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.callingcontext.TreeDifference;
import io.tracemill.analysis.record.EndpointProfile.Node;
import io.tracemill.analysis.span.Frame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class FlameGraphFormatTest {
  private static final List<Node> TREE =
      List.of(
          node(-1, PathStep.of(Frame.of("front", "GET /")), 100, 30),
          node(0, PathStep.edge(Frame.of("front", "call"), "db"), 60, 20),
          node(0, PathStep.of(Frame.of("cache", "get;all\n")), 10, 10),
          node(1, PathStep.of(Frame.of("db", "query")), 40, 40));

  private static Node node(int parent, PathStep step, long inclusive, long exclusive) {
    return new Node(parent, step, 2, inclusive, exclusive, Optional.empty());
  }

  private static byte[] written(FlameGraphFormat format, FlameGraph graph) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    format.write(graph, out);
    return out.toByteArray();
  }

  private static FlameGraph graph() {
    return FlameGraph.of("front GET /", 2, TREE);
  }

  @Test
  void foldedStacksAddUpAndEscapeSeparators() throws IOException {
    assertThat(new String(written(FlameGraphFormat.FOLDED, graph()), UTF_8).lines())
        .containsExactly(
            "front GET / 30",
            "front GET /;front call 20",
            "front GET /;front call;db query 40",
            "front GET /;cache get%3Ball%0A 10");
  }

  @Test
  void speedscopeHasAStackAndAWeightForEachCallPath() throws IOException {
    JsonNode file = new ObjectMapper().readTree(written(FlameGraphFormat.SPEEDSCOPE, graph()));
    JsonNode profile = file.get("profiles").get(0);

    assertThat(file.get("shared").get("frames")).hasSize(4);
    assertThat(profile.get("samples").toString()).isEqualTo("[[0],[0,1],[0,1,2],[0,3]]");
    assertThat(profile.get("weights").toString()).isEqualTo("[30,20,40,10]");
    assertThat(profile.get("endValue").asLong()).isEqualTo(100);
  }

  @Test
  void grafanaHasNestedSets() throws IOException {
    JsonNode frame = new ObjectMapper().readTree(written(FlameGraphFormat.GRAFANA, graph()));

    assertThat(frame.get("schema").get("fields").findValuesAsText("name"))
        .containsExactly("level", "label", "value", "self");
    assertThat(frame.get("data").get("values").get(0).toString()).isEqualTo("[0,1,2,1]");
    assertThat(frame.get("data").get("values").get(2).toString()).isEqualTo("[100,60,40,10]");
    assertThat(frame.get("data").get("values").get(3).toString()).isEqualTo("[30,20,40,10]");
  }

  @Test
  void aDifferenceIsARequestBesideARequest() throws IOException {
    List<Node> slower =
        List.of(TREE.get(0), TREE.get(1), node(1, PathStep.of(Frame.of("db", "query")), 80, 80));

    FlameGraph graph = FlameGraph.of("slow", TreeDifference.of(2, TREE, 1, slower));
    JsonNode frame = new ObjectMapper().readTree(written(FlameGraphFormat.GRAFANA, graph));

    assertThat(frame.get("schema").get("fields").findValuesAsText("name"))
        .containsExactly("level", "label", "value", "self", "valueRight", "selfRight");
    assertThat(frame.get("data").get("values").get(1).toString())
        .isEqualTo("[\"front GET /\",\"front call\",\"db query\",\"cache get;all\\n\"]");
    assertThat(frame.get("data").get("values").get(3).toString()).isEqualTo("[15,10,20,5]");
    assertThat(frame.get("data").get("values").get(5).toString()).isEqualTo("[30,20,80,0]");
    assertThat(new String(written(FlameGraphFormat.FOLDED, graph), UTF_8).lines())
        .containsExactly(
            "front GET / 15 30",
            "front GET /;front call 10 20",
            "front GET /;front call;db query 20 80",
            "front GET /;cache get%3Ball%0A 5 0");
  }

  @Test
  void pprofHasASampleForEachCallPathWithItsInnermostFrameFirst() throws IOException {
    byte[] file = written(FlameGraphFormat.PPROF, graph());
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
