package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.record.TraceRecord;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.json.WellFormed;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TraceRecordTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.TRACES);
  private static final Frame CART = Frame.of("shop", "GET /cart");
  private static final RequestAnalysis CART_REQUEST =
      Samples.request(RequestRole.ENTRY, CART, Samples.smallTree());

  private final ResultWriter writer = new ResultWriter(Samples.NO_LIMITS);

  @Test
  void aRequestIsWrittenFieldByField() {
    assertThat(new String(writer.write(TraceRecord.of(CART_REQUEST), 7).value(), UTF_8))
        .isEqualTo(
            """
            {"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331",\
            "role":"entry","endpoint":{"service":"shop","operation":"GET /cart"},\
            "startNanos":1700000000123456789,"durationNanos":100,"spanCount":3,\
            "complete":true,"truncated":false,"error":false,\
            "category":"ffffffffffffffff0000000000000002",\
            "skewNanos":40,"clippedNanos":2,"criticalPath":[\
            {"parent":-1,"service":"shop","operation":"GET /cart",\
            "spans":1,"inclusiveNanos":100,"exclusiveNanos":30},\
            {"parent":0,"service":"shop","operation":"GET /cart","callee":"db",\
            "spans":1,"inclusiveNanos":70,"exclusiveNanos":20},\
            {"parent":1,"service":"db","operation":"SELECT",\
            "spans":1,"inclusiveNanos":50,"exclusiveNanos":50}]}\
            """);
  }

  @Test
  void onlyAnEntryRequestHasItsTracesKey() {
    assertThat(key(RequestRole.ENTRY)).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    assertThat(key(RequestRole.ASYNC))
        .isEqualTo("0af7651916cd43dd8448eb211c80319c/b7ad6b7169203331");
  }

  private String key(RequestRole role) {
    ResultRecord trace =
        writer.write(TraceRecord.of(Samples.request(role, CART, Samples.smallTree())), 7);
    return new String(trace.key(), UTF_8);
  }

  @Test
  void aRecordHasItsStreamAndTime() {
    ResultRecord trace = writer.write(TraceRecord.of(CART_REQUEST), 7);

    assertThat(trace.stream()).isEqualTo(ResultStream.TRACES);
    assertThat(trace.timestampMillis()).isEqualTo(7);
    assertThat(trace.headers()).isEmpty();
  }

  @Property
  void whateverTheNamesTheRecordIsValid(
      @ForAll("frames") Frame endpoint, @ForAll("trees") CallingContextTree tree) {
    RequestAnalysis request = Samples.request(RequestRole.ASYNC, endpoint, tree);
    byte[] json = writer.write(TraceRecord.of(request), 0).value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(writer.write(TraceRecord.of(request), 0).value()).isEqualTo(json);
    JsonNode parsed = StreamSchema.parse(json);
    assertThat(parsed.at("/endpoint/service").textValue())
        .isEqualTo(WellFormed.text(endpoint.service()));
  }

  @Property
  void aRecordStaysBelowItsLimitAndItsTimesAddUpToTheDuration(
      @ForAll("trees") CallingContextTree tree,
      @ForAll @IntRange(min = 1200, max = 6000) int maxBytes) {
    ResultWriter bounded = new ResultWriter(new RecordLimits(5, maxBytes));
    byte[] json =
        bounded.write(TraceRecord.of(Samples.request(RequestRole.ENTRY, CART, tree)), 0).value();
    JsonNode parsed = StreamSchema.parse(json);
    long exclusiveNanos = 0;
    for (JsonNode node : parsed.get("criticalPath")) {
      exclusiveNanos += node.get("exclusiveNanos").longValue();
    }

    assertThat(json.length).isLessThanOrEqualTo(maxBytes);
    assertThat(exclusiveNanos).isEqualTo(parsed.get("durationNanos").longValue());
    assertThat(SCHEMA.violations(json)).isEmpty();
  }

  @Test
  @Timeout(10)
  void aRequestOfAnySizeIsWrittenInTheMemoryOfARecord() {
    for (CallingContextTree tree : List.of(Samples.chain(300_000), Samples.fan(300_000))) {
      ResultWriter bounded = new ResultWriter(new RecordLimits(1000, 900_000));
      byte[] json =
          bounded.write(TraceRecord.of(Samples.request(RequestRole.ENTRY, CART, tree)), 0).value();

      assertThat(json.length).isLessThanOrEqualTo(900_000);
      assertThat(StreamSchema.parse(json).get("criticalPath").size()).isGreaterThan(900);
    }
  }

  @Provide
  Arbitrary<Frame> frames() {
    return Samples.frames();
  }

  @Provide
  Arbitrary<CallingContextTree> trees() {
    return Samples.trees();
  }
}
