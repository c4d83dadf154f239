package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import java.io.IOException;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ProfileRecordTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.PROFILES);
  private static final Frame CART = Frame.of("shop", "GET /cart");
  private static final EndpointProfile CART_PROFILE = Samples.profile(CART, Samples.smallTree());

  private final ResultWriter writer = new ResultWriter(Samples.NO_LIMITS);

  @Test
  void aProfileIsWrittenFieldByField() {
    assertThat(new String(write(writer, CART_PROFILE).value(), UTF_8))
        .startsWith(
            """
            {"window":{"startMillis":60000,"endMillis":360000},\
            "endpoint":{"service":"shop","operation":"GET /cart"},"traceCount":17,\
            "errors":3,"errorRatio":0.17647058823529413,\
            "latencyNanos":{"mean":1,"p50":2,"p90":3,"p95":4,"p99":5,"max":6},\
            "evidence":{"incomplete":1,"truncated":2,"corrected":3,"skewNanos":4,\
            "clippedNanos":5,"clippedShare":0.25,"categories":6,"coarse":7},"tree":[\
            {"parent":-1,"service":"shop","operation":"GET /cart",\
            "traces":1,"inclusiveNanos":100,"exclusiveNanos":30,\
            "exclusive":{"p50":1,"p95":2,"p99":9223372036854775807,"requests":5}},\
            """)
        .endsWith(
            """
            "exemplars":[{"traceId":"0af7651916cd43dd8448eb211c80319c",\
            "spanId":"b7ad6b7169203331","durationNanos":99}],\
            "failures":[{"service":"shop","operation":"GET /cart","traces":17,\
            "errors":3,"errorRatio":0.17647058823529413},\
            {"service":"shop","callee":"db","traces":8,"errors":2,"errorRatio":0.25}],\
            "newest":{"time":{"startMillis":300000,"endMillis":360000},"requests":2,"errors":1,\
            "durations":{"sumNanos":99,"atMost":[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2]}}}\
            """);
  }

  @Test
  void theKeyIsEndpointAndStartOfTheWindow() {
    ResultRecord profile = write(writer, CART_PROFILE);

    assertThat(new String(profile.key(), UTF_8)).isEqualTo("shop\0GET /cart\00060000");
    assertThat(profile.timestampMillis()).isEqualTo(360_000);
    assertThat(profile.stream()).isEqualTo(ResultStream.PROFILES);
  }

  @Test
  void aNameCannotImitateTheSeparatorOfTheKey() {
    byte[] key = write(writer, Samples.profile(Frame.of("a\0b", "c"), Samples.chain(1))).key();

    assertThat(new String(key, UTF_8)).isEqualTo("a\uFFFDb\0c\00060000");
  }

  @Test
  void aShareOfNoTimeIsAbsent() {
    EndpointProfile profile = Samples.profile(CART, Samples.smallTree(), Double.NaN);
    byte[] json = write(writer, profile).value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(StreamSchema.parse(json).get("evidence").has("clippedShare")).isFalse();
  }

  @Test
  void aProfileWithoutNodesIsValid() {
    byte[] json = write(writer, Samples.profile(CART, new CallingContextTree())).value();

    assertThat(SCHEMA.violations(json)).isEmpty();
  }

  @Property(tries = 300)
  void whateverTheNamesTheRecordIsValid(
      @ForAll("frames") Frame endpoint,
      @ForAll("trees") CallingContextTree tree,
      @ForAll @IntRange(min = 1, max = 6) int maxDepth) {
    EndpointProfile profile = Samples.profile(endpoint, tree);
    ResultWriter bounded = new ResultWriter(new RecordLimits(maxDepth, 5000));
    byte[] json = write(bounded, profile).value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(write(bounded, profile).value()).isEqualTo(json);
    JsonNode parsed = StreamSchema.parse(json);
    assertThat(exclusiveSum(parsed.get("tree"))).isEqualTo(tree.inclusiveNanos(0));
  }

  @Test
  void ofALargeProfileTheCostliestNodesAreKept() {
    EndpointProfile profile = Samples.profile(CART, Samples.fan(2000));
    byte[] json = write(new ResultWriter(new RecordLimits(64, 100_000)), profile).value();
    JsonNode parsed = StreamSchema.parse(json);

    assertThat(json.length).isBetween(70_000, 100_000);
    assertThat(parsed.get("tree").size()).isGreaterThan(40);
    assertThat(parsed.at("/tree/1/operation").textValue()).isNotEqualTo("operation 1");
    assertThat(parsed.get("tree").findValuesAsText("operation")).contains("operation 1999");
    assertThat(exclusiveSum(parsed.get("tree"))).isEqualTo(1 + 2000 * 1999 / 2);
  }

  private static ResultRecord write(ResultWriter writer, EndpointProfile profile) {
    return writer.write(profile, profile.window().endMillis());
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    byte[] json = write(writer, CART_PROFILE).value();

    assertThat(RecordJson.read(json, EndpointProfile.class)).isEqualTo(CART_PROFILE);
  }

  private static long exclusiveSum(JsonNode tree) {
    long sum = 0;
    for (JsonNode node : tree) {
      sum += node.get("exclusiveNanos").longValue();
    }
    return sum;
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
