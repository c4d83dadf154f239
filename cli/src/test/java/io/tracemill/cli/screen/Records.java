package io.tracemill.cli.screen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Records of the job's streams. */
final class Records {
  /** What the summaries of incidents say of how much and where. */
  static final String CHANGE =
      "p95 210->480 ms, mean 150->419 ms (+269)."
          + " 91 % of the mean's +269 ms: payment -> bank-api.";

  static final long START = 1_767_225_600_000L;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static final String CHECKOUT_TREE =
      tree(
          frame(-1, "frontend", "POST /checkout", 4000, 80),
          frame(0, "frontend", "POST /orders", 3920, 0),
          edge(1, "frontend", "POST /orders", "checkout", 40),
          frame(1, "checkout", "POST /orders", 3880, 400),
          frame(3, "checkout", "INSERT orders", 480, 480),
          frame(3, "checkout", "POST /charges", 3000, 0),
          frame(5, "payment", "POST /charges", 3000, 100),
          frame(6, "payment", "POST /authorizations", 2900, 0),
          edge(7, "payment", "POST /authorizations", "bank-api", 500),
          frame(7, "bank-api", "POST /authorizations", 2400, 2400));

  static final String HOME_TREE =
      tree(
          frame(-1, "frontend", "GET /", 1000, 400),
          frame(0, "recommendation", "GET /recommendations/{id}", 600, 600));

  private Records() {}

  static String tree(String... nodes) {
    return "[" + String.join(",", nodes) + "]";
  }

  static String frame(
      int parent, String service, String operation, long inclusive, long exclusive) {
    return "{\"parent\":%d,\"service\":\"%s\",\"operation\":\"%s\",%s}"
        .formatted(parent, service, operation, times(inclusive, exclusive));
  }

  private static String edge(
      int parent, String service, String operation, String callee, long nanos) {
    return "{\"parent\":%d,\"service\":\"%s\",\"operation\":\"%s\",\"callee\":\"%s\",%s}"
        .formatted(parent, service, operation, callee, times(nanos, nanos));
  }

  private static String times(long inclusive, long exclusive) {
    return "\"inclusiveNanos\":%d,\"exclusiveNanos\":%d".formatted(inclusive, exclusive);
  }

  /**
   * A profile whose window ends {@code endSecond} seconds after {@link #START} and is 30 s long.
   */
  static JsonNode profile(
      String operation, int endSecond, long traces, long p95Millis, String tree) {
    return parse(
        """
        {"window":{"startMillis":%d,"endMillis":%d},
         "endpoint":{"service":"frontend","operation":"%s"},
         "traceCount":%d,
         "latencyNanos":{"mean":1,"p50":%d,"p90":1,"p95":%d,"p99":%d,"max":1},
         "evidence":{"incomplete":0},
         "tree":%s}
        """
            .formatted(
                START + (endSecond - 30) * 1000L,
                START + endSecond * 1000L,
                operation,
                traces,
                p95Millis * 500_000,
                p95Millis * 1_000_000,
                p95Millis * 1_500_000,
                tree));
  }

  static JsonNode quality(int endSecond, long received, long late, long rejected) {
    return quality(endSecond, received, late, rejected, 0);
  }

  static JsonNode quality(int endSecond, long received, long late, long rejected, long incomplete) {
    return parse(
        """
        {"scope":"job","window":{"startMillis":%d,"endMillis":%d},
         "records":{"received":%d,"decoded":%d,"deadLettered":0},
         "spans":{"decoded":24310,"used":%d,"late":%d,"duplicate":0,"clash":0,"capped":0,
                  "rejected":{"negative-duration":%d,"in-future":0},"open":210},
         "traces":{"complete":1190,"incomplete":%d,"truncated":0}}
        """
            .formatted(
                START + (endSecond - 5) * 1000L,
                START + endSecond * 1000L,
                received,
                received,
                24_100 - late - rejected,
                late,
                rejected,
                incomplete));
  }

  /**
   * An incident as of a window of 30 s that ends {@code endSecond} seconds after {@link #START}; it
   * began at {@link #START}.
   *
   * @param status {@code firing}, or the reason why it is resolved
   */
  static JsonNode incident(String id, String status, String severity, int endSecond) {
    boolean firing = status.equals("firing");
    return parse(
        """
        {"id":"%s","status":"%s",%s"severity":"%s","rank":1,"sinceMillis":%d,
         "window":{"startMillis":%d,"endMillis":%d},
         "endpoints":[{"service":"frontend","operation":"GET /%s"}],
         "summary":"%sfrontend GET /%s %s"}
        """
            .formatted(
                id,
                firing ? "firing" : "resolved",
                firing ? "" : "\"reason\":\"" + status + "\",",
                severity,
                START,
                START + (endSecond - 30) * 1000L,
                START + endSecond * 1000L,
                id,
                firing ? "" : "Over (" + status + "): ",
                id,
                CHANGE));
  }

  /** How far an endpoint's silence means health, as of {@code endSecond}. */
  static JsonNode watched(String operation, String state, int endSecond) {
    return parse(
        """
        {"scope":"endpoint","window":{"startMillis":%d,"endMillis":%d},"state":"%s",
         "endpoint":{"service":"frontend","operation":"%s"},"requests":{"total":1}}
        """
            .formatted(
                START + (endSecond - 5) * 1000L, START + endSecond * 1000L, state, operation));
  }

  static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }
}
