package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.cli.process.JavaProcess;
import io.tracemill.pipeline.job.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StateLockTest {
  @TempDir private Path directory;

  @Test
  void aDirectoryThatIsInUseIsRefusedByName() throws IOException {
    try (StateLock first = StateLock.take(directory)) {
      assertThatThrownBy(() -> StateLock.take(directory))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("state.directory: '%s'", directory);
    }
  }

  @Test
  void anotherProcessIsRefusedAfterThisOneHasLookedForCheckpoints() throws Exception {
    try (StateLock first = StateLock.take(directory)) {
      assertThat(new Checkpoints(directory).newest()).isEmpty();
      assertThat(taken(directory)).contains("is in use by another run");
    }
    assertThat(taken(directory)).contains("taken");
  }

  /** What another process says that takes the lock, if it can. */
  private static String taken(Path directory) throws IOException, InterruptedException {
    Path log = Files.createTempFile("state-lock", ".log");
    List<String> arguments =
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            Taker.class.getName(),
            directory.toString());
    try (JavaProcess taker = JavaProcess.start(log, arguments, Map.of())) {
      taker.end();
      return taker.said();
    } finally {
      Files.delete(log);
    }
  }

  /** Takes the lock on the directory that it is given. */
  static final class Taker {
    private Taker() {}

    public static void main(String[] arguments) throws IOException {
      try (StateLock lock = StateLock.take(Path.of(arguments[0]))) {
        System.out.println("taken");
      }
    }
  }

  @Test
  void aDirectoryIsFreeAgainWhenItsRunHasEnded() throws IOException {
    StateLock.take(directory.resolve("state")).close();
    try (StateLock second = StateLock.take(directory.resolve("state"))) {
      assertThat(second).isNotNull();
    }
  }
}
