package io.tracemill.console.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tracemill.console.api.ApiException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreParametersTest {
  @TempDir private static Path directory;

  private static ShopStore shop = new ShopStore(Path.of(""), List.of());

  @BeforeAll
  static void write() throws IOException {
    shop = ShopStore.write(directory);
  }

  private static ApiException refusal(StoreAnswers answers, String path, String... parameters) {
    return catchThrowableOfType(ApiException.class, () -> ShopStore.ask(answers, path, parameters));
  }

  @ParameterizedTest
  @CsvSource({
    "overview,  operation=x,                                      service",
    "overview,  service=x,                                        operation",
    "overview,  service=x&operation=x&where=version,              where",
    "overview,  service=x&operation=x&from=1&to=1,                from",
    "overview,  service=x&operation=x&from=-1,                    from",
    "overview,  service=x&operation=x&to=999999999999999,         to",
    "category,  service=x&operation=x,                            category",
    "category,  service=x&operation=x&category=xyz,               category",
    "histogram, bins=0,                                           bins",
    "histogram, bins=many,                                        bins",
    "histogram, scale=cubic,                                      scale",
    "histogram, service=x,                                        operation",
    "histogram, minNanos=-1,                                      minNanos",
    "histogram, minNanos=2&maxNanos=2,                            maxNanos",
    "tendency,  service=x&operation=x&node=1,                     node",
    "tendency,  service=x&operation=x&node=-1&category=a,             node",
    "tendency,  service=x&operation=x&buckets=1,                  buckets",
    "shares,    service=x&operation=x&buckets=201,                buckets",
    "difference,service=x&operation=x&category=a,                     otherCategory",
    "difference,service=x&operation=x&category=a&otherCategory=b&otherService=x, otherOperation",
    "grid,      service=x&operation=x&columns=201,                columns",
    "past,      ago=1w,                                           ago",
    "past,      'ago=1h,2h,3h,4h,5h,6h',                          ago",
    "traces,    limit=1001,                                       limit",
    "traces,    order=random,                                     order",
    "traces,    failed=yes,                                       failed",
    "heat,      service=x,                                        operation",
    "what-if,   operation=x,                                      service",
    "classes,   operation=x,                                      service",
    "groups,    operation=x,                                      service",
    "clocks,    failed=no,                                        failed",
    "diagnosis, where=x,                                          where",
    "distributions, category=xyz,                                 category",
    "profile,   service=x,                                        operation",
    "trace,     from=1,                                           id",
    "trace,     id=12,                                            id",
    "found,     from=1,                                           ids",
    "found,     ids=12,                                           ids",
    "values,    service=x&operation=y,                            rule",
    "durations, service=x,                                        operation",
    "compare,   before=1/2,                                       after",
    "compare,   after=1/2,                                        before",
    "compare,   before=1-2&after=2/3,                             before",
    "compare,   before=1/2&after=2/3&from=1,                      from",
    "compare,   where=a=b,                                        against",
    "compare,   against=a=b,                                      where",
    "compare,   where=a=b&against=c=d,                            against",
    "compare,   before=1/2&against=a=b,                           against",
    "change,    before=1/2,                                       after",
    "change,    before=1/3&after=2/4,                             before",
    "sql,       maxRows=1,                                        sql",
    "sql,       sql=SELECT 1&maxRows=10001,                       maxRows"
  })
  void aBadParameterIsRefusedByItsName(String path, String parameters, String name) {
    ApiException refusal = refusal(shop.answers(), "store/" + path, parameters.split("&"));
    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.code()).isEqualTo("bad-parameter");
    assertThat(refusal).hasMessageContaining(name);
  }

  @ParameterizedTest
  @CsvSource({
    "overview,  service=no&operation=such,                       no complete request",
    "category,  service=no&operation=such&category=ab,           no category",
    "heat,      service=no&operation=such,                       no complete request",
    "diagnosis, minNanos=99999999999999,                         no complete request",
    "trace,     id=00000000000000000000000000000001,             no request of trace",
    "change,    before=1/2&after=2/3,                            of this time",
    "sql,       sql=DROP VIEW requests,                          only SELECT"
  })
  void aQuestionWithoutAnAnswerSaysWhy(String path, String parameters, String message) {
    ApiException refusal = refusal(shop.answers(), "store/" + path, parameters.split("&"));
    assertThat(refusal.status()).isEqualTo(422);
    assertThat(refusal.code()).isEqualTo("no-answer");
    assertThat(refusal).hasMessageContaining(message).hasMessageNotContaining(" --from");
  }

  @Test
  void withoutAStoreEveryPathSaysWhatToSet() {
    StoreAnswers off = ShopStore.answers(TracemillConfig.defaults().with(Keys.STORE_PATH, ""));
    assertThat(off.routes()).hasSize(31);
    off.routes()
        .forEach(
            route ->
                assertThatThrownBy(() -> route.answerer().answer(ShopStore.query()))
                    .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> {
                          assertThat(e.status()).isEqualTo(409);
                          assertThat(e.code()).isEqualTo("store-off");
                        })
                    .hasMessage(
                        "This console has no store. Set store.path in the configuration of"
                            + " the job and the console, then restart both."));
  }

  @Test
  void aMissingOrRemoteDirectoryIsNotNamed(@TempDir Path empty) throws IOException {
    Files.createDirectories(empty.resolve("other"));
    for (String path :
        List.of(empty.toString(), empty.resolve("missing").toString(), "s3://bucket/store")) {
      StoreAnswers answers =
          ShopStore.answers(TracemillConfig.defaults().with(Keys.STORE_PATH, path));
      ApiException refusal = refusal(answers, "store/histogram");
      assertThat(refusal.status()).isEqualTo(409);
      assertThat(refusal.code()).isEqualTo("store-off");
      assertThat(refusal).hasMessageContaining("store.path").hasMessageNotContaining(path);
    }
  }

  @Test
  void aBrokenFileIsNamedWithinTheStore(@TempDir Path other) throws IOException {
    ShopStore.write(other);
    Path broken = other.resolve("line-20261125T120000Z/requests/date=2026-11-18/hour=11");
    Files.createDirectories(broken);
    Files.writeString(broken.resolve("part-9.parquet"), "no parquet");
    StoreAnswers answers =
        ShopStore.answers(TracemillConfig.defaults().with(Keys.STORE_PATH, other.toString()));
    assertThat(ShopStore.ask(answers, "store/histogram").at("/skippedFiles/0/file").asText())
        .startsWith("line-20261125T120000Z/requests/");
  }
}
