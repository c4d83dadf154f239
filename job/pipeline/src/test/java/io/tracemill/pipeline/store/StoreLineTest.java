package io.tracemill.pipeline.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.layout.LineRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreLineTest {
  private static final Instant NOW = Instant.parse("2026-11-25T17:47:30Z");
  private static final LineRules RULES =
      new LineRules(new ReplayRules(0, 0, Fold.LOG2), 60_000, "test");
  private static final Instant LATER = NOW.plusSeconds(100);

  @TempDir private Path directory;

  private TracemillConfig config(Path index) {
    return TracemillConfig.defaults()
        .with(Keys.STATE_DIRECTORY, directory.resolve("state").toString())
        .with(Keys.STORE_PATH, index.toString());
  }

  private TracemillConfig config() {
    return config(directory.resolve("my ïndex"));
  }

  private static Path path(Optional<StoreLine> line) {
    return Path.of(line.orElseThrow().directory().getPath());
  }

  @Test
  void aJobThatResumesContinuesItsLine() {
    Path first = path(StoreLine.of(config(), RULES, false, NOW));

    assertThat(first).isEqualTo(directory.resolve("my ïndex/line-20261125T174730Z")).exists();
    assertThat(path(StoreLine.of(config(), RULES, true, LATER))).isEqualTo(first);
  }

  @Test
  void aJobThatStartsWithoutACheckpointBeginsALine() {
    StoreLine.of(config(), RULES, false, NOW);

    assertThat(path(StoreLine.of(config(), RULES, false, LATER)).getFileName())
        .hasToString("line-20261125T174910Z");
    assertThat(path(StoreLine.of(config(), RULES, false, LATER)).getFileName())
        .hasToString("line-20261125T174911Z");
  }

  @Test
  void aJobWithoutAStoreEndsTheLine() {
    Path first = path(StoreLine.of(config(), RULES, false, NOW));
    assertThat(StoreLine.of(config().with(Keys.STORE_PATH, ""), RULES, false, NOW)).isEmpty();

    assertThat(path(StoreLine.of(config(), RULES, true, LATER))).isNotEqualTo(first);
  }

  @Test
  void anotherStoreHasALineOfItsOwn() {
    StoreLine.of(config(), RULES, false, NOW);

    assertThat(path(StoreLine.of(config(directory.resolve("other")), RULES, true, NOW)))
        .isEqualTo(directory.resolve("other/line-20261125T174730Z"));
  }

  @Test
  void aStoreThatCannotBeWrittenIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");

    assertThatThrownBy(() -> StoreLine.once(config(file), RULES, NOW))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("store.path: '")
        .hasMessageContaining("allowed: a directory");
    assertThatThrownBy(
            () -> StoreLine.once(config().with(Keys.STORE_PATH, "s4://bucket/index"), RULES, NOW))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("store.path: 's4://bucket/index' can't be written");
  }
}
