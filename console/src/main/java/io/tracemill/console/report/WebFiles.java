package io.tracemill.console.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The files of the pages, from the class path. */
final class WebFiles {
  private WebFiles() {}

  /** The text of a file. */
  static String text(String path) {
    try (InputStream file = WebFiles.class.getResourceAsStream("/web/" + path)) {
      if (file == null) {
        throw new IllegalStateException("/web/" + path + " is not on the class path");
      }
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("/web/" + path + " cannot be read", e);
    }
  }
}
