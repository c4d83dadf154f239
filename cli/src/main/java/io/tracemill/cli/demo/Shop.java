package io.tracemill.cli.demo;

import io.tracemill.cli.demo.Site.Visit;
import io.tracemill.cli.demo.Step.Cached;
import io.tracemill.cli.demo.Step.Call;
import io.tracemill.cli.demo.Step.Either;
import io.tracemill.cli.demo.Step.Parallel;
import io.tracemill.cli.demo.Step.Publish;
import io.tracemill.cli.demo.Step.Query;
import io.tracemill.cli.demo.Step.Work;
import java.util.List;

/**
 * A shop of 14 services behind one frontend with six endpoints.
 *
 * <p>Checking out is the slowest, and most of it is the wait for a bank that is far away and now
 * and then has to be asked again. About one request in a hundred fails.
 */
final class Shop {
  /** Once per endpoint, at the service that does its work. */
  private static final double FAILURES = 0.01;

  private static final double BANK_FAILURES = 0.06;
  private static final double ALWAYS = 0;
  private static final Latency LAN = new Latency(0.4, 0.4);
  private static final Latency INTERNET = new Latency(9, 0.3);

  private Shop() {}

  static Site site() {
    return new Site(
        List.of(
            new Visit(25, home()),
            new Visit(35, product()),
            new Visit(15, search()),
            new Visit(12, addToCart()),
            new Visit(5, checkout()),
            new Visit(8, orders())));
  }

  private static Operation home() {
    return operation(
        "frontend",
        "GET /",
        ALWAYS,
        work(1.5),
        parallel(call(catalogList()), call(recommendations()), call(cartOf())),
        work(3));
  }

  private static Operation product() {
    return operation(
        "frontend",
        "GET /product/{id}",
        ALWAYS,
        work(1),
        call(catalogProduct(FAILURES)),
        parallel(call(price()), call(stock()), call(recommendations())),
        work(2.5));
  }

  private static Operation search() {
    Operation find =
        operation(
            "search",
            "GET /search",
            FAILURES,
            work(2),
            new Query("query products", new Latency(38, 0.5)),
            parallel(call(price()), call(price()), call(price())),
            work(1.5));
    return operation("frontend", "GET /search", ALWAYS, work(1), call(find), work(4));
  }

  private static Operation addToCart() {
    Operation add =
        operation(
            "cart",
            "POST /carts/{id}",
            FAILURES,
            work(1),
            call(stock()),
            call(price()),
            new Query("redis HSET", new Latency(0.8, 0.4)));
    return operation("frontend", "POST /cart", ALWAYS, work(1), call(add), work(1));
  }

  private static Operation checkout() {
    Operation place =
        operation(
            "checkout",
            "POST /orders",
            ALWAYS,
            work(3),
            call(cartOf()),
            parallel(call(price()), call(reserve()), call(shippingQuote())),
            call(charge()),
            new Query("INSERT orders", new Latency(7, 0.4)),
            new Publish(
                "order-placed publish",
                new Latency(2, 0.4),
                new Latency(60, 0.5),
                List.of(confirmation(), packing())));
    return operation("frontend", "POST /checkout", ALWAYS, work(2), call(place), work(2));
  }

  private static Operation orders() {
    Operation history =
        operation(
            "orders",
            "GET /orders/{id}",
            FAILURES,
            work(1),
            new Query("SELECT orders", new Latency(11, 0.5)),
            call(shippingStatus()),
            call(shippingStatus()));
    return operation("frontend", "GET /orders", ALWAYS, work(1), call(history), work(2));
  }

  private static Operation catalogList() {
    return operation(
        "catalog",
        "GET /products",
        FAILURES,
        work(2),
        cached(0.9, "list:home", new Query("SELECT products", new Latency(24, 0.5))));
  }

  private static Operation catalogProduct(double failureShare) {
    return operation(
        "catalog",
        "GET /products/{id}",
        failureShare,
        work(1.2),
        cached(0.8, "product", new Query("SELECT products", new Latency(13, 0.5))));
  }

  private static Operation recommendations() {
    return operation(
        "recommendation",
        "GET /recommendations/{id}",
        ALWAYS,
        work(14),
        new Either(0.7, List.of(), List.of(call(catalogProduct(ALWAYS)))));
  }

  private static Operation price() {
    return operation(
        "pricing",
        "GET /prices/{id}",
        ALWAYS,
        work(1.5),
        cached(0.6, "price", new Query("SELECT prices", new Latency(5, 0.5))));
  }

  private static Operation stock() {
    return operation(
        "inventory",
        "GET /stock/{id}",
        ALWAYS,
        work(0.8),
        new Query("SELECT stock", new Latency(4, 0.5)));
  }

  private static Operation reserve() {
    return operation(
        "inventory",
        "POST /reservations",
        ALWAYS,
        work(1),
        new Query("UPDATE stock", new Latency(9, 0.5)));
  }

  private static Operation cartOf() {
    return operation(
        "cart",
        "GET /carts/{id}",
        ALWAYS,
        work(0.6),
        new Query("redis HGETALL", new Latency(0.9, 0.4)));
  }

  private static Operation charge() {
    Operation authorize =
        operation(
            "bank-api", "POST /authorizations", BANK_FAILURES, new Work(new Latency(110, 0.4)));
    return operation(
        "payment",
        "POST /charges",
        FAILURES,
        work(4),
        new Call(authorize, INTERNET, 3),
        new Query("INSERT charges", new Latency(6, 0.4)));
  }

  private static Operation shippingQuote() {
    return operation("shipping", "POST /quotes", ALWAYS, work(8));
  }

  private static Operation shippingStatus() {
    return operation("shipping", "GET /parcels/{id}", ALWAYS, work(5));
  }

  private static Operation confirmation() {
    return operation(
        "email",
        "order-placed process",
        ALWAYS,
        work(5),
        new Query("smtp send", new Latency(30, 0.5)));
  }

  private static Operation packing() {
    return operation(
        "warehouse",
        "order-placed process",
        ALWAYS,
        work(3),
        call(reserve()),
        new Query("INSERT picks", new Latency(6, 0.4)));
  }

  private static Operation operation(
      String service, String name, double failureShare, Step... steps) {
    return new Operation(service, name, failureShare, List.of(steps));
  }

  private static Work work(double medianMillis) {
    return new Work(new Latency(medianMillis, 0.5));
  }

  private static Call call(Operation callee) {
    return new Call(callee, LAN, 1);
  }

  private static Parallel parallel(Call... calls) {
    return new Parallel(List.of(calls));
  }

  /** A cache that is asked first, and filled after a miss. */
  private static Cached cached(double hits, String key, Query source) {
    Query get = new Query("redis GET " + key, new Latency(0.6, 0.4));
    Query set = new Query("redis SET " + key, new Latency(0.6, 0.4));
    return new Cached(hits, get, source, set);
  }
}
