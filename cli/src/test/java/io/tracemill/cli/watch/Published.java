package io.tracemill.cli.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.connectors.output.PartialRecord;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.results.PublishedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Records as they stand in output topics. */
final class Published {
  /** Noon of a day, milliseconds since the epoch. */
  static final long NOON = 1_767_268_800_000L;

  private Published() {}

  static PublishedRecord json(ResultStream stream, String json) {
    return record(stream, whole(stream, json).getBytes(UTF_8));
  }

  /** The record with the fields that it does not say; other text as it is. */
  private static String whole(ResultStream stream, String text) {
    try {
      JsonNode json = new ObjectMapper().readTree(text);
      return json.isObject() ? PartialRecord.complete(stream, json) : text;
    } catch (JsonProcessingException e) {
      return text;
    }
  }

  static PublishedRecord of(ResultRecord result) {
    PublishedRecord record = record(result.stream(), result.value());
    result
        .headers()
        .forEach(header -> record.source().headers().add(header.name(), header.value()));
    return record;
  }

  private static PublishedRecord record(ResultStream stream, byte[] value) {
    return new PublishedRecord(
        stream, new ConsumerRecord<>(stream.topic("tracemill"), 0, 17, new byte[0], value));
  }

  /** A request of {@code frontend} that mostly waits for {@code redis}. */
  static PublishedRecord trace(String operation, String role, boolean complete, boolean truncated) {
    return json(
        ResultStream.TRACES,
        """
        {"traceId":"0af7651916cd43dd8448eb211c80319c","role":"%s","complete":%s,"truncated":%s,
         "endpoint":{"service":"frontend","operation":"%s"},
         "startNanos":%d,"durationNanos":45700000,"spanCount":12,
         "criticalPath":[
          {"parent":-1,"service":"frontend","operation":"%s",
           "inclusiveNanos":100,"exclusiveNanos":40},
          {"parent":0,"service":"redis","operation":"HGET",
           "inclusiveNanos":60,"exclusiveNanos":60}]}
        """
            .formatted(role, complete, truncated, operation, NOON * 1_000_000, operation));
  }

  /** A window of {@code frontend}'s that ended at noon. */
  static PublishedRecord profile(String operation) {
    return json(
        ResultStream.PROFILES,
        """
        {"window":{"startMillis":%d,"endMillis":%d},"traceCount":300,"errorRatio":0.031,
         "endpoint":{"service":"frontend","operation":"%s"},
         "latencyNanos":{"p50":20000000,"p95":40000000,"p99":60000000},
         "tree":[{"parent":-1,"service":"frontend","operation":"%s",
          "inclusiveNanos":100,"exclusiveNanos":100}]}
        """
            .formatted(NOON - 30_000, NOON, operation, operation));
  }

  /**
   * A mutation of times since half past eleven.
   *
   * @param what kind, scope, place and subject
   */
  static PublishedRecord mutation(String status, String what) {
    return mutation(status, what, "\"meanNanos\":20000000", "\"meanNanos\":30000000");
  }

  /** A mutation of shares since half past eleven. */
  static PublishedRecord ofShare(String status, String what) {
    return mutation(status, what, "\"share\":0.25", "\"share\":0.5");
  }

  private static PublishedRecord mutation(String status, String what, String before, String after) {
    return json(
        ResultStream.MUTATIONS,
        """
        {"status":"%s",%s,"sinceMillis":%d,"window":{"startMillis":0,"endMillis":%d},
         "before":{"traces":90,%s},"after":{"traces":150,%s}}
        """
            .formatted(status, what, NOON - 1_800_000, NOON, before, after));
  }

  /** An incident of two endpoints; {@code more} stands behind its status. */
  static PublishedRecord incident(String status, String more) {
    return json(
        ResultStream.INCIDENTS,
        """
        {"status":"%s",%s"severity":"page","sinceMillis":%d,
         "judgedMillis":%d,"summary":"It waits on redis.",
         "endpoints":[{"service":"shop","operation":"/"},
          {"service":"frontend","operation":"GET /cart"}]}
        """
            .formatted(status, more, NOON - 1_800_000, NOON));
  }

  /** An incident of an endpoint of {@code frontend}'s alone, as of noon. */
  static PublishedRecord incidentOf(String operation, boolean firing) {
    return json(
        ResultStream.INCIDENTS,
        """
        {"id":"%s",%s,"severity":"page","rank":1,"sinceMillis":%d,
         "judgedMillis":%d,
         "endpoints":[{"service":"frontend","operation":"%s"}],
         "summary":"frontend %s is slower"}
        """
            .formatted(
                operation,
                firing
                    ? "\"status\":\"firing\""
                    : "\"status\":\"resolved\",\"reason\":\"recovered\"",
                NOON - 60_000,
                NOON,
                operation,
                operation));
  }

  /** An account of ten milliseconds more. */
  static PublishedRecord change(String terms) {
    return json(
        ResultStream.CHANGES,
        """
        {"endpoint":{"service":"frontend","operation":"GET /cart"},
         "window":{"startMillis":%d,"endMillis":%d},"beforeMeanNanos":20000000,
         "afterMeanNanos":30000000,"deltaMeanNanos":10000000,"terms":[%s]}
        """
            .formatted(NOON - 30_000, NOON, terms));
  }

  /** The costliest frame of half a minute. */
  static PublishedRecord hotspot() {
    return json(
        ResultStream.HOTSPOTS,
        """
        {"window":{"startMillis":%d,"endMillis":%d},"rank":1,
         "service":"redis","operation":"HGET","exclusiveNanos":45700000,
         "traces":150,"tracesPresent":200}
        """
            .formatted(NOON - 30_000, NOON));
  }

  /** The calls of a window that ended at noon. */
  static PublishedRecord dependency() {
    return json(
        ResultStream.DEPENDENCIES,
        """
        {"window":{"startMillis":%d,"endMillis":%d},"caller":"cart","callee":"redis",
         "requests":200,"failed":3,
         "latencyNanos":{"mean":21000000,"p50":20000000,"p95":40000000,"p99":60000000}}
        """
            .formatted(NOON - 30_000, NOON));
  }

  /** What a neighbour took in half a minute. */
  static PublishedRecord stacks() {
    return json(
        ResultStream.STACK_EXPLANATIONS,
        """
        {"window":{"startMillis":%d,"endMillis":%d},
         "span":{"service":"cart","operation":"GET /items"},
         "policy":{"name":"tail","fastSpans":250,"slowSpans":200},"verdict":"culprits",
         "summary":"on node-7 `gzip` took 18 %% of the CPU."}
        """
            .formatted(NOON - 30_000, NOON));
  }

  /** A request that spent long in the database. */
  static PublishedRecord anomaly() {
    return json(
        ResultStream.ANOMALIES,
        """
        {"traceId":"000000000000000000000000000000ab","endpoint":{"service":"cart","operation":"GET /items"},
         "startNanos":%d000000,"durationNanos":80000000,"reason":"score","detector":"vae",
         "score":31.5,"pValue":0.0002,
         "paths":[{"path":[{"service":"cart","operation":"GET /items"},{"service":"db","operation":"SELECT"}],
                   "seenNanos":60000000,"expectedNanos":9000000,"surprise":20.1}],
         "model":{"id":"7","trainedMillis":0}}
        """
            .formatted(NOON));
  }

  /** A slower version on a fifth of the requests. */
  static PublishedRecord deployment() {
    return json(
        ResultStream.DEPLOYMENTS,
        """
        {"service":"cart","attribute":"service.version","before":"v1","after":"v2",
         "sinceMillis":%d,"judgedMillis":%d,"share":0.2,"ended":false,
         "verdict":{"outcome":"worse","atMillis":%d,
          "before":{"requests":2100,"latencyNanos":12000000,"failedShare":0.01},
          "after":{"requests":510,"latencyNanos":42000000,"failedShare":0.012},
          "latencyPValue":1e-9,"failurePValue":0.6}}
        """
            .formatted(NOON, NOON + 300_000, NOON + 300_000));
  }

  /** A trace that an incident shows. */
  static PublishedRecord keep() {
    return json(
        ResultStream.KEEP,
        """
        {"traceId":"000000000000000000000000000000ab","reason":"incident",
         "endpoint":{"service":"cart","operation":"GET /items"},"atMillis":%d}
        """
            .formatted(NOON));
  }

  /** Accounts of a scope that ended at noon; {@code counts} is the rest of the record. */
  static PublishedRecord quality(String scope, String counts) {
    return json(
        ResultStream.QUALITY,
        "{\"scope\":\"%s\",\"window\":{\"startMillis\":0,\"endMillis\":%d},%s}"
            .formatted(scope, NOON, counts));
  }

  /** Accounts of the job, in which nothing is missing. */
  static PublishedRecord accounts() {
    return quality(
        "job",
        """
        "records":{"received":1204,"decoded":1204,"deadLettered":0},
        "spans":{"decoded":24310,"used":24100,"open":210,"rejected":{}},
        "traces":{"complete":1190,"incomplete":0,"truncated":0}
        """);
  }
}
