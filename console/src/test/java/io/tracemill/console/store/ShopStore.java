package io.tracemill.console.store;

import static io.tracemill.analysis.request.TestRequest.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.console.api.Route;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.TestPanes;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.question.AnswerJson;
import io.tracemill.store.question.MadeUpCategory;
import io.tracemill.store.question.MadeUpTraffic;
import io.tracemill.store.question.TestStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;

/** A small store of a shop, and questions to it as the console asks them. */
record ShopStore(Path directory, List<KeptRequest> requests) {
  static final Frame SHOP = Frame.of("shop", "POST /checkout");
  static final Frame CART = Frame.of("cart", "GET /cart");
  static final MadeUpCategory PAYS =
      MadeUpTraffic.category(
          SHOP,
          1,
          MadeUpTraffic.node(0, "shop", "POST /checkout"),
          MadeUpTraffic.node(1, "pay", "charge"),
          MadeUpTraffic.node(2, "bank", "debit"));
  static final MadeUpCategory FREE =
      MadeUpTraffic.category(SHOP, 2, MadeUpTraffic.node(0, "shop", "POST /checkout"));
  static final MadeUpCategory LOOKS =
      MadeUpTraffic.category(CART, 3, MadeUpTraffic.node(0, "cart", "GET /cart"));
  static final String LINK = "http://jaeger/trace/{traceId}";

  /** Two hours of requests; panes cover its first forty minutes. */
  static final Period TIME =
      new Period(MadeUpTraffic.START_MILLIS, MadeUpTraffic.START_MILLIS + 7_200_000);

  static final Period BEFORE =
      new Period(MadeUpTraffic.START_MILLIS, MadeUpTraffic.START_MILLIS + 1_200_000);
  static final Period AFTER =
      new Period(MadeUpTraffic.START_MILLIS + 1_200_000, MadeUpTraffic.START_MILLIS + 2_400_000);

  private static final long MINUTE_MILLIS = 60_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Writes the store. */
  static ShopStore write(Path directory) throws IOException {
    List<MadeUpCategory> categories = List.of(PAYS, FREE, LOOKS);
    List<KeptRequest> requests =
        new ArrayList<>(MadeUpTraffic.random(categories, 1_000, 2, true, new Random(3)));
    TestStore.write(directory, TestStore.LINE, requests);
    TestPanes.write(directory, panes());
    return new ShopStore(directory, requests);
  }

  private static List<StoredPane> panes() throws IOException {
    Random random = new Random(4);
    List<StoredPane> panes = new ArrayList<>();
    for (long time = BEFORE.startMillis(); time < AFTER.endMillis(); time += MINUTE_MILLIS) {
      List<RequestAnalysis> requests = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        long slower = AFTER.contains(time) ? 30_000_000 : 0;
        requests.add(
            request(i)
                .category(random.nextInt(4))
                .call("shop", 1_000_000 + random.nextInt(5_000_000))
                .below(0, "db", 2_000_000 + random.nextInt(9_000_000) + slower)
                .build());
      }
      panes.addAll(TestPanes.minute(SHOP, time, requests, Rules.sums(TracemillConfig.defaults())));
    }
    return panes;
  }

  TracemillConfig config() {
    return TracemillConfig.defaults()
        .with(Keys.STORE_PATH, directory.toString())
        .with(Keys.LINKS_TRACE, LINK);
  }

  /** The answers of a console whose newest window ends with the requests. */
  StoreAnswers answers() {
    return answers(config());
  }

  static StoreAnswers answers(TracemillConfig config) {
    return new StoreAnswers(
        config,
        EngineLimits.DEFAULT,
        () -> OptionalLong.of(TIME.endMillis()),
        InstantSource.system());
  }

  StoreSession session() {
    return TestStore.open(directory).session(TIME);
  }

  /** The answer to a question; parameters are {@code name=value}. */
  static JsonNode ask(StoreAnswers answers, String path, String... parameters) throws IOException {
    return JSON.readTree(
        RecordJson.bytes(route(answers, path).answerer().answer(query(parameters))));
  }

  private static Route route(StoreAnswers answers, String path) {
    return answers.routes().stream()
        .filter(each -> each.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  static ApiQuery query(String... parameters) {
    Map<String, String> byName = new HashMap<>();
    for (String parameter : parameters) {
      int equals = parameter.indexOf('=');
      byName.put(parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    return new ApiQuery(byName);
  }

  /** {@code start/end}. */
  static String range(Period period) {
    return period.startMillis() + "/" + period.endMillis();
  }

  /** The JSON of the value of a question. */
  static JsonNode json(Object answer) throws IOException {
    return JSON.readTree(AnswerJson.of(answer, List.of()));
  }
}
