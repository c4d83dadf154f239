package io.tracemill.cli.sample;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.spanId;

import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.otlp.Requests;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * Records of one topic, added one by one; record timestamps are milliseconds after {@link #T0},
 * traces have the ids 1, 2, ...
 */
public final class MadeUpSample {
  /** Milliseconds since the epoch. */
  public static final long T0 = Requests.T0 / 1_000_000;

  private static final TopicPartition FIRST = new TopicPartition("spans", 0);

  private final SampleBuilder builder =
      new SampleBuilder(
          Rules.spans(TracemillConfig.defaults()),
          TracemillConfig.defaults().get(Keys.TIME_MAX_JUMP).toMillis());
  private final Map<Integer, Long> offsets = new HashMap<>();

  /** A record with the root of a trace, a SERVER span. */
  public MadeUpSample root(long millis, long trace, String service, String operation) {
    return span(millis, trace, 1, 0, service, operation);
  }

  /** A record with a span below the one with the id {@code parent}. */
  public MadeUpSample span(
      long millis, long trace, long id, long parent, String service, String operation) {
    Span.Builder span =
        Requests.span(trace, id, operation, 1000 * millis, 1000 * millis + 10)
            .setKind(Span.SpanKind.SPAN_KIND_SERVER);
    if (parent != 0) {
      span.setParentSpanId(spanId(parent));
    }
    Resource resource = attributes("service.name", service, "host.name", "host-of-" + service);
    return record(0, millis, request(resource(resource, span)).toByteArray());
  }

  /** A record of any bytes. */
  public MadeUpSample record(int partition, long millis, byte[] value) {
    long offset = offsets.merge(partition, 1L, Long::sum) - 1;
    builder.take(
        new ConsumerRecord<>(
            "spans",
            partition,
            offset,
            T0 + millis,
            TimestampType.CREATE_TIME,
            0,
            value.length,
            new byte[0],
            value,
            new RecordHeaders(),
            Optional.empty()),
        Encoding.OTLP_PROTO);
    return this;
  }

  /** The sample, if the topic held nothing else and it is long after. */
  public Sample whole() {
    return builder.build(new PartsRead(Set.of(), Set.of()), T0 + 86_400_000);
  }

  /** The sample, if records came before and after it. */
  public Sample outOfTheMiddle() {
    return builder.build(new PartsRead(Set.of(FIRST), Set.of(FIRST)), T0 + 86_400_000);
  }
}
