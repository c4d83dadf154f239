package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.pipeline.job.Checkpoints;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StateLockTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void aDirectoryThatIsInUseIsRefusedByName() throws IOException {
    try (StateLock first = StateLock.take(new Checkpoints(directory))) {
      assertThat(first.checkpoints().newest()).isEmpty();
      assertThatThrownBy(() -> StateLock.take(new Checkpoints(directory)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("state.directory: '%s'", directory);
    }
  }

  @Test
  void aDirectoryIsFreeAgainWhenItsRunHasEnded() throws IOException {
    StateLock.take(new Checkpoints(directory.resolve("state"))).close();
    try (StateLock second = StateLock.take(new Checkpoints(directory.resolve("state")))) {
      assertThat(second.checkpoints().newest()).isEmpty();
    }
  }
}
