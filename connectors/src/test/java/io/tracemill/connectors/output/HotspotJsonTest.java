package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.bottomup.Hotspot;
import io.tracemill.analysis.bottomup.RankedHotspot;
import io.tracemill.analysis.span.Frame;
import java.util.Collections;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class HotspotJsonTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.HOTSPOTS);

  private static RankedHotspot hotspot(Frame frame, int listed) {
    return new RankedHotspot(
        3_600_000,
        3_660_000,
        2,
        new Hotspot(
            frame,
            90,
            3,
            7,
            9,
            Collections.nCopies(listed, new Hotspot.Share(frame, 60, 0.25)),
            Collections.nCopies(listed, new Hotspot.Caller(frame, 50))));
  }

  @Test
  void aHotspotIsWrittenFieldByField() {
    ResultRecord record =
        new HotspotJson(Samples.NO_LIMITS).record(hotspot(Frame.of("db", "GET"), 1));

    assertThat(SCHEMA.violations(record.value())).isEmpty();
    assertThat(new String(record.value(), UTF_8))
        .isEqualTo(
            """
            {"window":{"startMillis":3600000,"endMillis":3660000},"rank":2,\
            "service":"db","operation":"GET","exclusiveNanos":90,"endpoints":3,"traces":7,\
            "tracesPresent":9,"shares":[{"service":"db","operation":"GET","exclusiveNanos":60,\
            "share":0.25}],"callers":[{"service":"db","operation":"GET","exclusiveNanos":50}]}\
            """);
    assertThat(new String(record.key(), UTF_8)).isEqualTo("3600000\0db\0GET");
    assertThat(record.timestampMillis()).isEqualTo(3_660_000);
    assertThat(record.stream()).isEqualTo(ResultStream.HOTSPOTS);
  }

  @Property(tries = 30)
  void whateverTheNamesTheRecordFits(@ForAll("names") String name) {
    byte[] json =
        new HotspotJson(new RecordLimits(1, 3_000))
            .record(hotspot(Frame.of(name, name), 20))
            .value();

    assertThat(json.length).isLessThanOrEqualTo(3_000);
    assertThat(SCHEMA.violations(json)).isEmpty();
  }

  @Provide
  Arbitrary<String> names() {
    return Samples.longNames();
  }
}
