package io.tracemill.store.parquet;

import static io.tracemill.store.parquet.Columns.int32;
import static io.tracemill.store.parquet.Columns.int64;
import static io.tracemill.store.parquet.Columns.list;
import static io.tracemill.store.parquet.Columns.struct;
import static io.tracemill.store.parquet.Columns.text;
import static java.util.Objects.requireNonNull;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The table of requests, sorted by endpoint, category, then sample point.
 *
 * <p>Spans are a list of structs with recorded times. {@code shift_nanos} and {@code
 * critical_nanos} are computed when they are written, for SQL; readers compute them again.
 */
public final class RequestFormat implements RowFormat<KeptRequest> {
  private static final long serialVersionUID = 1;

  /** About as many rows as a row group has, which sizes its bloom filter. */
  private static final long ROWS_A_GROUP = 1_000;

  private static final MessageType READ_SCHEMA =
      new MessageType("request", columns(List.of()).toArray(Type[]::new));
  private static final MessageType SCHEMA =
      new MessageType(
          "request",
          columns(List.of(int64("shift_nanos"), int64("critical_nanos"))).toArray(Type[]::new));

  private final ReplayRules rules;

  /**
   * @param rules that the requests were analysed with
   */
  public RequestFormat(ReplayRules rules) {
    this.rules = requireNonNull(rules, "rules");
  }

  private static List<Type> columns(List<Type> computed) {
    List<Type> span =
        new ArrayList<>(
            List.of(
                text("span_id"),
                int32("parent"),
                text("service"),
                text("operation"),
                text("host"),
                text("kind"),
                int64("start_nanos"),
                int64("duration_nanos"),
                Columns.of(BOOLEAN, "failed"),
                Columns.of(BOOLEAN, "async"),
                Columns.of(BOOLEAN, "orphan")));
    span.addAll(computed);
    return List.of(
        int64("time_millis"),
        int64("start_nanos"),
        text("trace_id"),
        text("span_id"),
        text("role"),
        text("service"),
        text("operation"),
        int64("duration_nanos"),
        Columns.of(BOOLEAN, "failed"),
        Columns.of(BOOLEAN, "complete"),
        int32("span_count"),
        text("category"),
        list("attributes", struct(text("service"), text("key"), text("value"))),
        Columns.of(DOUBLE, "weight"),
        Columns.of(DOUBLE, "sample_point"),
        Columns.of(DOUBLE, "uniform_below"),
        Columns.of(BOOLEAN, "pooled"),
        Columns.of(BOOLEAN, "path_only"),
        list("spans", struct(span.toArray(Type[]::new))));
  }

  @Override
  public MessageType schema() {
    return SCHEMA;
  }

  @Override
  public MessageType readSchema() {
    return READ_SCHEMA;
  }

  @Override
  public Comparator<KeptRequest> order() {
    return KeptRequest.ORDER;
  }

  @Override
  public void configure(ParquetWriter.Builder<KeptRequest, ?> builder) {
    builder
        .withBloomFilterEnabled("trace_id", true)
        .withBloomFilterNDV("trace_id", ROWS_A_GROUP)
        .withDictionaryEncoding("trace_id", false)
        .withDictionaryEncoding("span_id", false)
        .withDictionaryEncoding("start_nanos", false)
        .withDictionaryEncoding("sample_point", false)
        .withDictionaryEncoding("spans.list.element.span_id", false)
        .withDictionaryEncoding("spans.list.element.start_nanos", false)
        .withDictionaryEncoding("spans.list.element.duration_nanos", false)
        .withDictionaryEncoding("spans.list.element.critical_nanos", false);
  }

  @Override
  public Encoder<KeptRequest> encoder() {
    return new RequestEncoder(rules);
  }

  @Override
  public Decoder<KeptRequest> decoder() {
    return new RequestDecoder();
  }
}
