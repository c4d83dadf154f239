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

import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.OpenApiSchemas;
import io.tracemill.console.api.Route;
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
  private static final String CATEGORY = "category=" + PAYS.category().hex();

  private static List<List<String>> questions(String traceId) {
    String before = "before=" + range(BEFORE);
    String after = "after=" + range(AFTER);
    return List.of(
        List.of("store/overview", SHOP_OF, BUYS),
        List.of("store/category", SHOP_OF, BUYS, CATEGORY),
        List.of("store/names", SHOP_OF, BUYS),
        List.of("store/histogram"),
        List.of("store/tendency", SHOP_OF, BUYS, CATEGORY),
        List.of("store/shares", SHOP_OF, BUYS),
        List.of(
            "store/difference", SHOP_OF, BUYS, CATEGORY, "otherCategory=" + FREE.category().hex()),
        List.of("store/grid", SHOP_OF, BUYS),
        List.of("store/past", "ago=1h,7d"),
        List.of("store/traces"),
        List.of("store/trace", "id=" + traceId),
        List.of("store/found", "ids=" + traceId),
        List.of("store/compare", before, after),
        List.of("store/compare", SHOP_OF, BUYS, CATEGORY, "where=version=v1", "against=version=v2"),
        List.of("store/histograms", before, after),
        List.of("store/attributes"),
        List.of("store/hotspots"),
        List.of("store/errors", SHOP_OF, BUYS),
        List.of("store/change", before, after),
        List.of("store/change", "where=version=v1", "against=version=v2"),
        List.of("store/profile", SHOP_OF, BUYS),
        List.of("store/classes", SHOP_OF, BUYS),
        List.of("store/heat", SHOP_OF, BUYS),
        List.of("store/what-if", SHOP_OF, BUYS),
        List.of("store/groups", SHOP_OF, BUYS),
        List.of("store/distributions"),
        List.of("store/clocks"),
        List.of("store/doctor"),
        List.of("store/diagnosis"),
        List.of("store/values", SHOP_OF, BUYS, "rule=shop version = v1"),
        List.of("store/durations", SHOP_OF, BUYS),
        List.of("store/lane", SHOP_OF, BUYS, CATEGORY),
        List.of("store/sql", "sql=SELECT 1, 'a', NULL, true"));
  }

  @Test
  void realAnswersAreAsPromised(@TempDir Path directory) throws IOException {
    ShopStore shop = ShopStore.write(directory);
    StoreAnswers answers = shop.answers();
    Set<String> asked = new HashSet<>();
    for (List<String> question : questions(shop.requests().get(0).traceId().hex())) {
      String path = question.get(0);
      String[] parameters = question.stream().skip(1).toArray(String[]::new);
      OpenApiSchemas.check(path, 200, ShopStore.ask(answers, path, parameters));
      asked.add(path);
    }
    assertThat(asked).isEqualTo(answers.routes().stream().map(Route::path).collect(toSet()));
    assertThat(promised()).isEqualTo(asked);
  }

  private static Set<String> promised() {
    return OpenApiSchemas.document().path("paths").properties().stream()
        .map(path -> path.getKey().substring(1))
        .filter(path -> path.startsWith("store/"))
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
              () -> ShopStore.ask(answers, "store/histogram", question.getKey().split("&")));
      assertThat(refusal.status()).isEqualTo(question.getValue());
      OpenApiSchemas.check(
          "store/histogram",
          refusal.status(),
          RecordJson.bytes(
              Map.of(
                  "error",
                  Map.of(
                      "code", refusal.code(), "message", String.valueOf(refusal.getMessage())))));
    }
  }
}
