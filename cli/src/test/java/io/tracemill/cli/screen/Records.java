package io.tracemill.cli.screen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Records of the job's streams. */
final class Records {
  static final long START = 1_767_225_600_000L;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  static final String CHECKOUT_TREE =
      """
      [{"parent":-1,"service":"frontend","operation":"POST /checkout","inclusiveNanos":4000,"exclusiveNanos":80},
       {"parent":0,"service":"frontend","operation":"POST /orders","inclusiveNanos":3920,"exclusiveNanos":0},
       {"parent":1,"service":"frontend","operation":"POST /orders","callee":"checkout","inclusiveNanos":40,"exclusiveNanos":40},
       {"parent":1,"service":"checkout","operation":"POST /orders","inclusiveNanos":3880,"exclusiveNanos":400},
       {"parent":3,"service":"checkout","operation":"INSERT orders","inclusiveNanos":480,"exclusiveNanos":480},
       {"parent":3,"service":"checkout","operation":"POST /charges","inclusiveNanos":3000,"exclusiveNanos":0},
       {"parent":5,"service":"payment","operation":"POST /charges","inclusiveNanos":3000,"exclusiveNanos":100},
       {"parent":6,"service":"payment","operation":"POST /authorizations","inclusiveNanos":2900,"exclusiveNanos":0},
       {"parent":7,"service":"payment","operation":"POST /authorizations","callee":"bank-api","inclusiveNanos":500,"exclusiveNanos":500},
       {"parent":7,"service":"bank-api","operation":"POST /authorizations","inclusiveNanos":2400,"exclusiveNanos":2400}]
      """;

  static final String HOME_TREE =
      """
      [{"parent":-1,"service":"frontend","operation":"GET /","inclusiveNanos":1000,"exclusiveNanos":400},
       {"parent":0,"service":"recommendation","operation":"GET /recommendations/{id}","inclusiveNanos":600,"exclusiveNanos":600}]
      """;

  private Records() {}

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

  static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }
}
