package io.tracemill.connectors.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Evidence;
import io.tracemill.analysis.record.EndpointProfile.Latency;
import io.tracemill.analysis.record.EndpointProfile.LatencyClass;
import io.tracemill.analysis.record.EndpointProfile.Node;
import io.tracemill.analysis.record.EndpointProfile.Percentiles;
import io.tracemill.analysis.record.Finite;
import io.tracemill.analysis.span.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphFilesTest {
  private static final Frame CART = Frame.of("front", "GET /cart");

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void theIndexListsEveryFileAndLeavesOutClassesWithoutRequests() throws IOException {
    FlameGraphFiles files =
        new FlameGraphFiles(
            directory, EnumSet.allOf(FlameGraphFormat.class), List.of(ClassDifference.TAIL));
    files.write(profile(CART, 4));
    files.write(profile(Frame.of("back", "none"), 0));
    files.writeIndex();

    JsonNode index = new ObjectMapper().readTree(directory.resolve("index.json").toFile());
    assertThat(index.get(0).properties().stream().map(field -> field.getKey()))
        .containsExactly("service", "operation", "class", "format", "file", "traces");
    assertThat(index.findValuesAsText("service")).containsOnly("front");
    assertThat(index.findValuesAsText("operation")).containsOnly("GET /cart");
    assertThat(Set.copyOf(index.findValuesAsText("class")))
        .containsExactlyInAnyOrder("all", "<=P50", "P99-100", "P99-100 vs <=P50");
    assertThat(index).hasSize(3 * 4 + 2);
    assertThat(index.get(0).get("traces").asLong()).isEqualTo(4);
    Set<String> listed = Set.copyOf(index.findValuesAsText("file"));
    assertThat(listed).hasSize(index.size());
    try (Stream<Path> found = Files.list(directory)) {
      assertThat(
              found
                  .map(file -> file.getFileName().toString())
                  .filter(name -> !name.equals("index.json"))
                  .collect(Collectors.toSet()))
          .isEqualTo(listed);
    }
  }

  @Test
  void fileNamesCanBeReadAndDifferWhereEndpointsDo() {
    assertThat(FlameGraphFiles.fileName(CART)).matches("front-GET-cart-[0-9a-f]{10}");
    assertThat(FlameGraphFiles.fileName(Frame.of("front", "GET cart")))
        .startsWith("front-GET-cart-")
        .isNotEqualTo(FlameGraphFiles.fileName(CART));
    assertThat(FlameGraphFiles.fileName(Frame.of("../..", "-é\n" + "x".repeat(500))))
        .matches("[A-Za-z0-9_-]{1,91}");
  }

  private static EndpointProfile profile(Frame endpoint, long traces) {
    List<Node> tree =
        List.of(
            new Node(
                -1,
                PathStep.of(endpoint),
                traces,
                100,
                100,
                Optional.of(new Percentiles(100, 100, 100))));
    List<Node> some = List.of(new Node(-1, PathStep.of(endpoint), 2, 10, 10, Optional.empty()));
    return new EndpointProfile(
        new Period(0, 1),
        endpoint,
        traces,
        0,
        Finite.of(0),
        new Latency(1, 1, 1, 1, 1, 1),
        new Evidence(0, 0, 0, 0, 0, Finite.of(0), 1),
        tree,
        List.of(
            new LatencyClass("<=P50", 0, 5, 2, 2, some),
            new LatencyClass("P50-90", 5, 5, 0, 0, List.of()),
            new LatencyClass("P99-100", 5, 9, 2, 2, some)),
        List.of(),
        List.of(),
        Optional.empty());
  }
}
