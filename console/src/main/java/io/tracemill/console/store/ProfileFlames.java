package io.tracemill.console.store;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Turns the call tree of a profile record into a file that flame graph viewers open. */
public final class ProfileFlames {
  private ProfileFlames() {}

  /**
   * A file.
   *
   * @param name a valid file name on any system
   * @param contentType for HTTP
   */
  public record File(String name, String contentType, byte[] bytes) {}

  /** The flame graph of all requests of a profile. */
  public static File file(EndpointProfile profile, FlameGraphFormat format) throws IOException {
    Frame endpoint = profile.endpoint();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    format.write(profile.tree(), bytes);
    return new File(
        FlameGraphFiles.fileName(endpoint) + "." + format.extension(),
        contentType(format),
        bytes.toByteArray());
  }

  private static String contentType(FlameGraphFormat format) {
    return switch (format) {
      case FOLDED -> "text/plain;charset=utf-8";
      case PPROF -> "application/octet-stream";
    };
  }
}
