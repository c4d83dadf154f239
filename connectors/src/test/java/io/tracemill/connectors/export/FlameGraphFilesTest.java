package io.tracemill.connectors.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.ClassNode;
import io.tracemill.analysis.view.LatencyClass;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.analysis.view.estimate.Basis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
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
    files.write(CART, classes(CART, 4));
    files.write(Frame.of("back", "none"), classes(Frame.of("back", "none"), 0));
    files.writeIndex();

    JsonNode index = new ObjectMapper().readTree(directory.resolve("index.json").toFile());
    assertThat(index.get(0).properties().stream().map(field -> field.getKey()))
        .containsExactly("service", "operation", "class", "format", "file", "traces");
    assertThat(index.findValuesAsText("service")).containsOnly("front");
    assertThat(index.findValuesAsText("operation")).containsOnly("GET /cart");
    assertThat(Set.copyOf(index.findValuesAsText("class")))
        .containsExactlyInAnyOrder("all", "<=P50", "P99-100", "P99-100 vs <=P50");
    assertThat(index).hasSize(3 * 2 + 1);
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

  private static LatencyClasses classes(Frame endpoint, int traces) {
    return new LatencyClasses(
        new Basis(traces, traces, 0, true),
        latencyClass("all", endpoint, traces),
        List.of(
            latencyClass("<=P50", endpoint, 2),
            latencyClass("P50-90", endpoint, 0),
            latencyClass("P99-100", endpoint, 2)));
  }

  private static LatencyClass latencyClass(String name, Frame endpoint, int traces) {
    return new LatencyClass(
        name,
        0,
        5,
        traces,
        traces,
        traces == 0
            ? List.of()
            : List.of(new ClassNode(-1, PathStep.of(endpoint), traces, 10, 10, 0)));
  }
}
