package io.tracemill.cli.results;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The folder beside the project that holds real traces which may not be copied into it. */
public final class SharedFolder {
  private SharedFolder() {}

  /** A file or folder of it; empty where the folder is not there. */
  public static Optional<Path> find(String path) {
    Path found = project().resolve("../shared").resolve(path).normalize();
    return Files.exists(found) ? Optional.of(found) : Optional.empty();
  }

  /** The project's own root. */
  public static Path project() {
    Path root = Path.of("").toAbsolutePath();
    while (root.getParent() != null && !Files.exists(root.resolve(".mvn"))) {
      root = root.getParent();
    }
    return root;
  }
}
