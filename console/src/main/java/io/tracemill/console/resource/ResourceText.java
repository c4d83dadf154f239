package io.tracemill.console.resource;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;

/** Reads files of the class path. */
public final class ResourceText {
  private ResourceText() {}

  /**
   * The text of a file.
   *
   * @param path from the root of the class path, such as {@code /openapi.json}
   * @throws IllegalStateException if it cannot be read
   */
  public static String of(String path) {
    try (InputStream file = ResourceText.class.getResourceAsStream(path)) {
      if (file == null) {
        throw new IllegalStateException(path + " is not on the class path");
      }
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(path + " cannot be read", e);
    }
  }

  /** The text of a file of the pages, such as {@code app.js}. */
  public static String ofPages(String path) {
    return of("/web/" + path);
  }
}
