package io.tracemill.console.store;

import static io.tracemill.console.store.ShopStore.AFTER;
import static io.tracemill.console.store.ShopStore.BEFORE;
import static io.tracemill.console.store.ShopStore.FREE;
import static io.tracemill.console.store.ShopStore.PAYS;
import static io.tracemill.console.store.ShopStore.SHOP;
import static io.tracemill.console.store.ShopStore.range;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiJson;
import io.tracemill.console.api.OpenApiSchemas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real answers of the store match {@code openapi.json}. */
class StoreOpenApiTest {
  private static final String SHOP_OF = "service=" + SHOP.service();
  private static final String BUYS = "operation=" + SHOP.operation();
  private static final String FLOW = "flow=" + PAYS.category().hex();

  private static List<List<String>> questions(String traceId) {
    String before = "before=" + range(BEFORE);
    String after = "after=" + range(AFTER);
    return List.of(
        List.of("index/overview", SHOP_OF, BUYS),
        List.of("index/category", SHOP_OF, BUYS, FLOW),
        List.of("index/histogram"),
        List.of("index/tendency", SHOP_OF, BUYS, FLOW),
        List.of("index/shares", SHOP_OF, BUYS),
        List.of("index/difference", SHOP_OF, BUYS, FLOW, "otherFlow=" + FREE.category().hex()),
        List.of("index/grid", SHOP_OF, BUYS),
        List.of("index/past", "ago=1h,7d"),
        List.of("index/traces"),
        List.of("index/trace", "id=" + traceId),
        List.of("index/compare", before, after),
        List.of("index/compare", SHOP_OF, BUYS, FLOW, "where=version=v1", "against=version=v2"),
        List.of("index/change", before, after),
        List.of("index/sql", "sql=SELECT 1, 'a', NULL, true"));
  }

  @Test
  void realAnswersAreAsPromised(@TempDir Path directory) throws IOException {
    ShopStore index = ShopStore.write(directory);
    StoreAnswers answers = index.answers();
    Set<String> asked = new HashSet<>();
    for (List<String> question : questions(index.requests().get(0).traceId().hex())) {
      String path = question.get(0);
      String[] parameters = question.stream().skip(1).toArray(String[]::new);
      OpenApiSchemas.check(path, 200, ShopStore.ask(answers, path, parameters));
      asked.add(path);
    }
    assertThat(asked).isEqualTo(answers.byPath().keySet());
    assertThat(promised()).isEqualTo(asked);
  }

  private static Set<String> promised() {
    return OpenApiSchemas.document().path("paths").properties().stream()
        .map(path -> path.getKey().substring(1))
        .filter(path -> path.startsWith("index/"))
        .collect(toSet());
  }

  @Test
  void refusalsAreAsPromised(@TempDir Path directory) throws IOException {
    StoreAnswers answers = ShopStore.write(directory).answers();
    for (Map.Entry<String, Integer> question :
        Map.of("bins=0", 400, "service=no&operation=such", 422).entrySet()) {
      ApiException refusal =
          catchThrowableOfType(
              ApiException.class,
              () -> ShopStore.ask(answers, "index/histogram", question.getKey().split("&")));
      assertThat(refusal.status()).isEqualTo(question.getValue());
      OpenApiSchemas.check(
          "index/histogram",
          refusal.status(),
          ApiJson.bytes(
              Map.of(
                  "error",
                  Map.of(
                      "code", refusal.code(), "message", String.valueOf(refusal.getMessage())))));
    }
  }
}
