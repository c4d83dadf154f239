package io.tracemill.cli.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Copies of OTLP files as other formats carry them: spans start and end with whole microseconds,
 * cut off, not rounded, and for Zipkin their names are in lower case.
 */
final class CutTimes {
  private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"[^\"]*\"");

  private static final Pattern TIME =
      Pattern.compile("(\"(?:start|end)TimeUnixNano\"\\s*:\\s*\"?[0-9]+)[0-9]{3}(?![0-9])");

  private CutTimes() {}

  /** A copy of the compressed {@code file} in {@code directory}; made once. */
  static Path of(Path file, boolean lowerCase, Path directory) throws IOException {
    Path cut = directory.resolve((lowerCase ? "lower-" : "cut-") + file.getFileName());
    if (Files.exists(cut)) {
      return cut;
    }
    try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8));
        BufferedWriter out = Files.newBufferedWriter(cut)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String micros = TIME.matcher(line).replaceAll("$1000");
        out.write(
            lowerCase
                ? NAME.matcher(micros).replaceAll(name -> name.group().toLowerCase(Locale.ROOT))
                : micros);
        out.newLine();
      }
    }
    return cut;
  }
}
