package io.tracemill.cli.screen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.connectors.output.PartialRecord;
import io.tracemill.connectors.output.ResultStream;
import java.time.InstantSource;

/** Records of the job's streams. */
final class Records {
  /** What the summaries of incidents say behind the cause. */
  static final String CHANGE =
      "is slow: +245 ms a call since 00:00 UTC. POST /checkout mean 150 -> 419 ms, p95 210 -> 480 ms"
          + " (1,840 of 2,100 requests). Chance: less than 1 in 10,000.";

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

  /** Nothing yet, of which everything is wanted. */
  static ScreenState state() {
    return new ScreenState(0, 0, record -> true, InstantSource.system());
  }

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
         "traceCount":%d,"errors":0,"errorRatio":0.031,
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
         "traces":{"complete":1190,"incomplete":%d,"truncated":0},
         "incidents":{"open":1}}
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
   * An incident as it is judged {@code endSecond} seconds after {@link #START}, when it began.
   *
   * @param status {@code firing}, or the reason why it is resolved
   */
  static JsonNode incident(String id, String status, String severity, int endSecond) {
    boolean firing = status.equals("firing");
    return parse(
        """
        {"id":"%s","status":"%s",%s"severity":"%s","rank":1,"sinceMillis":%d,"judgedMillis":%d,
         "endpoints":[{"service":"frontend","operation":"GET /%s"}],
         "summary":"%spayment -> %s %s"}
        """
            .formatted(
                id,
                firing ? "firing" : "resolved",
                firing ? "" : "\"reason\":\"" + status + "\",",
                severity,
                START,
                START + endSecond * 1000L,
                id,
                firing ? "" : "Over (" + status + "): ",
                id,
                CHANGE));
  }

  /** How far an endpoint's silence means health, as of {@code endSecond}. */
  static JsonNode watched(String operation, String state, int endSecond) {
    return watched(operation, state, "", endSecond);
  }

  /** The same; {@code more} stands behind the state. */
  static JsonNode watched(String operation, String state, String more, int endSecond) {
    return parse(
        """
        {"scope":"endpoint","window":{"startMillis":%d,"endMillis":%d},
         "watch":{"state":"%s"%s},
         "endpoint":{"service":"frontend","operation":"%s"},"requests":{"total":1}}
        """
            .formatted(
                START + (endSecond - 5) * 1000L,
                START + endSecond * 1000L,
                state,
                more,
                operation));
  }

  /** Gives a record to a state, with the fields that it does not say. */
  static void accept(ScreenState state, ResultStream stream, JsonNode record) {
    if (!state.accept(stream, PartialRecord.complete(stream, record))) {
      throw new IllegalArgumentException(record.toString());
    }
  }

  static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }
}
