package io.tracemill.pipeline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
  private static final Path OPERATIONS = Path.of("../../docs/operations.md");

  static Iterable<Key<?>> keys() {
    return Keys.ALL;
  }

  @ParameterizedTest
  @MethodSource("keys")
  void everyKeyIsDocumented(Key<?> key) {
    assertThat(key.path()).matches("([a-z]+(-[a-z]+)*\\.){0,2}[a-z]+(-[a-z]+)*");
    assertThat(key.explanation()).endsWith(".").hasSizeBetween(20, 95).doesNotContain("\n");
    assertThat(key.allowed()).isNotBlank().doesNotContain("\n").doesNotEndWith(".");
  }

  @Test
  void defaultsGoTogether() {
    assertThat(TracemillConfig.defaults().checked()).isEqualTo(TracemillConfig.defaults());
  }

  @Test
  void theReferenceIsAFileWithTheDefaults(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("all.yaml"), KeyReference.yaml());

    TracemillConfig config = ConfigFile.load(file, Map.of());

    assertThat(Keys.ALL)
        .allSatisfy(key -> assertThat(config.get((Key<?>) key)).isEqualTo(key.defaultValue()));
  }

  @Test
  void theManualHasEveryKey() throws IOException {
    assertThat(Files.readString(OPERATIONS))
        .as(
            "docs/operations.md is out of date: replace its table of keys by what"
                + " `./tracemill config --markdown` prints")
        .contains("\n\n" + KeyReference.markdown() + "\n");
  }

  @ParameterizedTest
  @CsvSource({"0.01, 0.01", "1%, 0.01", "0.5 %, 0.005", "0, 0", "100%, 1"})
  void sharesAreFractionsOrPercentages(String text, double expected) {
    assertThat(share().parse("\"" + text + "\"")).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "101%", "-1%", "%", "one"})
  void otherSharesAreRefused(String text) {
    assertThatThrownBy(() -> share().parse("\"" + text + "\""))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "test.share: \"%s\" is not allowed; allowed: a share from 0 to 1, such as 0.01 or 1%%",
            text);
  }

  @Property
  void durationsHaveAUnit(@ForAll @IntRange(min = 0, max = 100_000) int count) {
    Key<Duration> key =
        new Key<>("test.duration", "0s", Quantities.duration("0s", "200000h"), "For the test.");

    assertThat(key.parse(count + "us")).isEqualTo(Duration.ofNanos(1_000L * count));
    assertThat(key.parse(count + "ms")).isEqualTo(Duration.ofMillis(count));
    assertThat(key.parse(count + "s")).isEqualTo(Duration.ofSeconds(count));
    assertThat(key.parse(count + "m")).isEqualTo(Duration.ofMinutes(count));
    assertThat(key.parse(count + "h")).isEqualTo(Duration.ofHours(count));
    assertThatThrownBy(() -> key.parse("" + count)).isInstanceOf(ConfigException.class);
  }

  @Test
  void overridesAreCheckedLikeTheFile() {
    TracemillConfig config = TracemillConfig.defaults();

    assertThat(config.with(Keys.ASSEMBLY_MAX_SPANS, 5).get(Keys.ASSEMBLY_MAX_SPANS)).isEqualTo(5);
    assertThat(config.get(Keys.ASSEMBLY_MAX_SPANS)).isEqualTo(300_000);
    assertThatThrownBy(() -> config.with(Keys.ASSEMBLY_MAX_SPANS, 0))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(
            "assembly.max-spans: \"0\" is not allowed; allowed: a whole number");
    assertThatThrownBy(() -> config.with(Keys.PROFILES_SLIDE, Duration.ofSeconds(7)).checked())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("profiles.window: \"5m\"");
  }

  @Test
  void aConfigurationSurvivesTheTripToAnOperator() throws IOException, ClassNotFoundException {
    TracemillConfig config = TracemillConfig.defaults();
    for (Key<?> key : Keys.ALL) {
      config = withDefault(config, key);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(config);
    }

    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(config);
    }
  }

  private static <T> TracemillConfig withDefault(TracemillConfig config, Key<T> key) {
    return config.with(key, key.defaultValue());
  }

  private static Key<Double> share() {
    return new Key<>("test.share", "0.01", Quantities.share(), "For the test.");
  }
}
