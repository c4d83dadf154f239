package io.tracemill.cli.compare;

import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A request a second to a shop, which calls its payment service of one of two versions, each on a
 * node of its own.
 */
public final class Payments {
  public static final long START_MILLIS = 1_700_000_000_000L;
  static final int MINUTES = 21;

  /** By how much the payment of a request takes longer. */
  public interface Delay {
    long millis(long second, int version);
  }

  private Payments() {}

  /** The requests of {@value #MINUTES} minutes as lines of OTLP; every fourth one is of v2. */
  public static String lines(Delay delay) {
    return lines(0, delay);
  }

  /** The same, but v2 comes at {@code second} only. */
  static String lines(long since, Delay delay) {
    Random dice = new Random(11);
    return IntStream.range(0, 60 * MINUTES)
        .mapToObj(
            second -> {
              int noise = dice.nextInt(20);
              int version = dice.nextInt(4) / 3 + 1;
              return request(second, noise, second < since ? 1 : version, delay);
            })
        .collect(Collectors.joining());
  }

  /** The same, but each second has the version that {@code ofSecond} says; of 0 no request. */
  static String versions(IntUnaryOperator ofSecond) {
    Random dice = new Random(11);
    return IntStream.range(0, 60 * MINUTES)
        .filter(second -> ofSecond.applyAsInt(second) > 0)
        .mapToObj(
            second ->
                request(
                    second, dice.nextInt(20), ofSecond.applyAsInt(second), (then, version) -> 0))
        .collect(Collectors.joining());
  }

  private static String request(int second, int noise, int version, Delay delay) {
    long start = START_MILLIS + 1000L * second;
    long payment = 40 + noise + delay.millis(second, version);
    return span(second, "01", "", "shop", "GET /buy", 1, start, 60 + payment)
        + span(second, "02", "01", "payment", "POST /pay", version, start + 20, payment);
  }

  private static String span(
      int trace,
      String id,
      String parent,
      String service,
      String name,
      int version,
      long startMillis,
      long millis) {
    return """
        {"resourceSpans":[{"resource":{"attributes":[\
        {"key":"service.name","value":{"stringValue":"%s"}},\
        {"key":"service.version","value":{"stringValue":"v%d"}},\
        {"key":"k8s.node.name","value":{"stringValue":"node-%d"}}]},"scopeSpans":[{"spans":[{\
        "traceId":"%032x","spanId":"00000000000000%s","parentSpanId":"%s","name":"%s","kind":2,\
        "startTimeUnixNano":"%d000000","endTimeUnixNano":"%d000000"}]}]}]}
        """
        .formatted(
            service,
            version,
            version,
            trace + 1,
            id,
            parent.isEmpty() ? "" : "00000000000000" + parent,
            name,
            startMillis,
            startMillis + millis);
  }
}
