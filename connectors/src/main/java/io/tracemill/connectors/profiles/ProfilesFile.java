package io.tracemill.connectors.profiles;

import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.files.Compression;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Reads a file of OTLP profiles: JSON, one request per line, or one request in protobuf. It may be
 * compressed with gzip or zstd.
 */
public final class ProfilesFile {
  private static final int HEAD_BYTES = 8;

  private ProfilesFile() {}

  /**
   * Hands over what each record holds.
   *
   * @throws IOException if the file cannot be read, or is something else
   */
  public static void read(Path file, Consumer<ProfilesDecoder.Decoded> out) throws IOException {
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
        InputStream in = new BufferedInputStream(unpacked(raw))) {
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

  private static InputStream unpacked(InputStream in) throws IOException {
    in.mark(HEAD_BYTES);
    Optional<Compression> packed = Compression.of(in.readNBytes(HEAD_BYTES));
    in.reset();
    return packed.isEmpty()
        ? in
        : packed
            .get()
            .unpacked(in)
            .orElseThrow(() -> new IOException("it is compressed; unpack it, or use gzip or zstd"));
  }

  private static int peek(InputStream in) throws IOException {
    in.mark(1);
    int first = in.read();
    in.reset();
    return first;
  }

  private static void add(byte[] record, Consumer<ProfilesDecoder.Decoded> out) throws IOException {
    try {
      out.accept(ProfilesDecoder.decode(record, OptionalLong.empty()));
    } catch (MalformedRecordException e) {
      throw new IOException(e.reason(), e);
    }
  }
}
