package io.tracemill.cli.train;

import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyModelFile;
import io.tracemill.pipeline.config.ConfigException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The file of models that the command replaces. Its readers never see a part of it. */
record ModelOutput(Path file) {
  /**
   * Checks it before long work.
   *
   * @throws ConfigException if it cannot be written
   */
  void require() {
    if (Files.isDirectory(file) || !Files.isWritable(file.toAbsolutePath().resolveSibling(""))) {
      throw new ConfigException(
          "--out: '%s' cannot be written; name a file in an existing directory".formatted(file));
    }
  }

  void replace(List<AnomalyModel> models) throws IOException {
    Path part = part();
    try {
      try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(part))) {
        AnomalyModelFile.write(to, models);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** The file beside it that is written first. */
  private Path part() {
    return file.toAbsolutePath().resolveSibling(file.getFileName() + ".part");
  }
}
