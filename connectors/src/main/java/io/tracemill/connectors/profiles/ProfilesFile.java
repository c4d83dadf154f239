package io.tracemill.connectors.profiles;

import io.tracemill.connectors.profiles.ProfilesResult.Refused;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/**
 * Reads a file of OTLP profiles: JSON, one request per line, or one request in protobuf. It may be
 * compressed with gzip.
 */
public final class ProfilesFile {
  private static final int GZIP_MAGIC = 0x1F;

  private ProfilesFile() {}

  /**
   * Hands over what each record holds.
   *
   * @throws IOException if the file cannot be read, or is something else
   */
  public static void read(Path file, Consumer<ProfilesResult.Decoded> out) throws IOException {
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
        InputStream in = new BufferedInputStream(unzipped(raw))) {
      if (peek(in) == '{') {
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (!line.isBlank()) {
            add(line.getBytes(StandardCharsets.UTF_8), out);
          }
        }
      } else {
        add(in.readAllBytes(), out);
      }
    }
  }

  private static InputStream unzipped(InputStream in) throws IOException {
    return peek(in) == GZIP_MAGIC ? new GZIPInputStream(in) : in;
  }

  private static int peek(InputStream in) throws IOException {
    in.mark(1);
    int first = in.read();
    in.reset();
    return first;
  }

  private static void add(byte[] record, Consumer<ProfilesResult.Decoded> out) throws IOException {
    ProfilesResult result = ProfilesDecoder.decode(record, OptionalLong.empty());
    if (result instanceof Refused refused) {
      throw new IOException(refused.reason());
    }
    out.accept((ProfilesResult.Decoded) result);
  }
}
