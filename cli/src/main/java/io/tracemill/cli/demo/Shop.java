package io.tracemill.cli.demo;

import io.tracemill.cli.demo.Step.Latency;
import io.tracemill.cli.demo.Step.Operation;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A shop of 14 services behind one frontend with six endpoints.
 *
 * <p>Checkout is the slowest endpoint. It mostly waits for a remote bank, which it sometimes has to
 * call again. About one request in a hundred fails.
 */
final class Shop {
  static final List<String> SERVICES =
      List.of(
          ("bank-api cart catalog checkout email frontend inventory orders payment pricing"
                  + " recommendation search shipping warehouse")
              .split(" "));

  /** Called once per endpoint, at the service that does its work. */
  private static final double FAILURES = 0.01;

  private static final double BANK_FAILURES = 0.06;
  private static final Latency LAN = new Latency(0.4, 0.4);
  private static final Latency INTERNET = new Latency(9, 0.3);

  /** The percentage of requests for each endpoint. */
  private static final List<Visit> VISITS =
      List.of(
          new Visit(25, home()),
          new Visit(35, product()),
          new Visit(15, search()),
          new Visit(12, addToCart()),
          new Visit(5, checkout()),
          new Visit(8, orders()));

  private record Visit(int percent, Operation operation) {}

  private Shop() {}

  /** The operation that the next request calls. */
  static Operation pick(RandomGenerator random) {
    double left = random.nextDouble() * 100;
    for (Visit visit : VISITS) {
      left -= visit.percent;
      if (left < 0) {
        return visit.operation;
      }
    }
    return home();
  }

  private static Operation home() {
    return operation(
        "frontend",
        "GET /",
        work(1.5),
        Step.parallel(call(catalogList()), call(recommendations()), call(cartOf())),
        work(3));
  }

  private static Operation product() {
    return operation(
        "frontend",
        "GET /product/{id}",
        work(1),
        call(catalogProduct().failing(FAILURES)),
        Step.parallel(call(price()), call(stock()), call(recommendations())),
        work(2.5));
  }

  private static Operation search() {
    Operation find =
        operation(
            "search",
            "GET /search",
            work(2),
            query("query products", 38),
            Step.parallel(call(price()), call(price()), call(price())),
            work(1.5));
    return operation("frontend", "GET /search", work(1), call(find.failing(FAILURES)), work(4));
  }

  private static Operation addToCart() {
    Operation add =
        operation(
            "cart",
            "POST /carts/{id}",
            work(1),
            call(stock()),
            call(price()),
            write("redis HSET", 0.8));
    return operation("frontend", "POST /cart", work(1), call(add.failing(FAILURES)), work(1));
  }

  private static Operation checkout() {
    List<Operation> consumers = List.of(confirmation(), packing());
    Operation place =
        operation(
            "checkout",
            "POST /orders",
            work(3),
            call(cartOf()),
            Step.parallel(call(price()), call(reserve()), call(shippingQuote())),
            call(charge()),
            write("INSERT orders", 7),
            Step.publish(
                "order-placed publish", new Latency(2, 0.4), new Latency(60, 0.5), consumers));
    return operation("frontend", "POST /checkout", work(2), call(place), work(2));
  }

  private static Operation orders() {
    Operation history =
        operation(
            "orders",
            "GET /orders/{id}",
            work(1),
            query("SELECT orders", 11),
            call(shippingStatus()),
            call(shippingStatus()));
    return operation("frontend", "GET /orders", work(1), call(history.failing(FAILURES)), work(2));
  }

  private static Operation catalogList() {
    Step products = cached(0.9, "list:home", query("SELECT products", 24));
    return operation("catalog", "GET /products", work(2), products).failing(FAILURES);
  }

  private static Operation catalogProduct() {
    Step product = cached(0.8, "product", query("SELECT products", 13));
    return operation("catalog", "GET /products/{id}", work(1.2), product);
  }

  private static Operation recommendations() {
    Step product = Step.sometimes(0.3, call(catalogProduct()));
    return operation("recommendation", "GET /recommendations/{id}", work(14), product);
  }

  private static Operation price() {
    Step price = cached(0.6, "price", query("SELECT prices", 5));
    return operation("pricing", "GET /prices/{id}", work(1.5), price);
  }

  private static Operation stock() {
    return operation("inventory", "GET /stock/{id}", work(0.8), query("SELECT stock", 4));
  }

  private static Operation reserve() {
    return operation("inventory", "POST /reservations", work(1), query("UPDATE stock", 9));
  }

  private static Operation cartOf() {
    return operation("cart", "GET /carts/{id}", work(0.6), write("redis HGETALL", 0.9));
  }

  private static Operation charge() {
    Step wait = Step.work(new Latency(110, 0.4));
    Operation authorize = operation("bank-api", "POST /authorizations", wait);
    Step bank = Step.call(authorize.failing(BANK_FAILURES), INTERNET, 3);
    return operation("payment", "POST /charges", work(4), bank, write("INSERT charges", 6))
        .failing(FAILURES);
  }

  private static Operation shippingQuote() {
    return operation("shipping", "POST /quotes", work(8));
  }

  private static Operation shippingStatus() {
    return operation("shipping", "GET /parcels/{id}", work(5));
  }

  private static Operation confirmation() {
    return operation("email", "order-placed process", work(5), query("smtp send", 30));
  }

  private static Operation packing() {
    return operation(
        "warehouse", "order-placed process", work(3), call(reserve()), write("INSERT picks", 6));
  }

  private static Operation operation(String service, String name, Step... steps) {
    return new Operation(service, name, 0, List.of(steps));
  }

  private static Step work(double medianMillis) {
    return Step.work(new Latency(medianMillis, 0.5));
  }

  private static Step query(String name, double medianMillis) {
    return Step.query(name, new Latency(medianMillis, 0.5));
  }

  /** A query whose time varies less. */
  private static Step write(String name, double medianMillis) {
    return Step.query(name, new Latency(medianMillis, 0.4));
  }

  private static Step call(Operation callee) {
    return Step.call(callee, LAN, 1);
  }

  /** A call of a cache first, which a miss then fills. */
  private static Step cached(double hits, String key, Step source) {
    Step get = write("redis GET " + key, 0.6);
    return Step.cached(hits, get, source, write("redis SET " + key, 0.6));
  }
}
