package io.tracemill.connectors.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.connectors.output.RecordJson;
import io.tracemill.connectors.output.Samples;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WellFormedTest {
  @Test
  void loneSurrogatesAreReplacedAndPairsAreKept() {
    assertThat(WellFormed.text("a\ud83db")).isEqualTo("a\ufffdb");
    assertThat(WellFormed.text("\ude00\ud83d")).isEqualTo("\ufffd\ufffd");
    assertThat(WellFormed.text("\ud83d\ude00")).isEqualTo("\ud83d\ude00");
  }

  @Property
  void textSurvivesUtf8(@ForAll("names") String name) {
    String text = WellFormed.text(name);

    assertThat(new String(text.getBytes(UTF_8), UTF_8)).isEqualTo(text).hasSameSizeAs(name);
  }

  @Property
  void aNameIsWrittenInNoMoreBytesThanEstimated(@ForAll("names") String name) {
    int bytes = RecordJson.bytes(WellFormed.text(name)).length;

    assertThat(bytes).isLessThanOrEqualTo(WellFormed.jsonBytes(name) + 2);
  }

  @Property
  void aNameIsCutToWhatItMayTake(@ForAll("names") String name, @ForAll @IntRange(min = 3) int max) {
    String cut = WellFormed.text(name, max);

    assertThat(WellFormed.jsonBytes(cut)).isLessThanOrEqualTo(Math.max(max, 3));
    assertThat(new String(cut.getBytes(UTF_8), UTF_8)).isEqualTo(cut);
    if (WellFormed.jsonBytes(name) <= max) {
      assertThat(cut).isEqualTo(WellFormed.text(name));
    }
  }

  @Test
  void aCutNameKeepsItsBeginningAndNoHalfOfAPair() {
    assertThat(WellFormed.text("GET /carts", 8)).isEqualTo("GET /...");
    assertThat(WellFormed.text("GET /carts", 10)).isEqualTo("GET /carts");
    assertThat(WellFormed.text("a\ud83d\ude00b", 11)).isEqualTo("a...");
  }

  @Property
  void aKeyHasOneSeparatorLessThanParts(@ForAll("names") String a, @ForAll("names") String b) {
    assertThat(new String(WellFormed.key(a, b, "0"), UTF_8).chars().filter(c -> c == 0).count())
        .isEqualTo(2);
  }

  @Provide
  Arbitrary<String> names() {
    return Samples.names();
  }
}
