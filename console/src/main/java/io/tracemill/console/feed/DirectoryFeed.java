package io.tracemill.console.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.ResultStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fills a picture from the files that {@code tracemill analyze --out} writes. */
public final class DirectoryFeed implements Feed {
  private final FeedState state;

  private DirectoryFeed(FeedState state) {
    this.state = state;
  }

  /**
   * Reads all files {@code <stream>.jsonl} of a directory; ignores streams that have none.
   *
   * @param nowMillis since the epoch
   */
  public static DirectoryFeed read(Path directory, Picture picture, long nowMillis)
      throws IOException {
    for (ResultStream stream : Picture.STREAMS) {
      Path file = directory.resolve(stream.label() + ".jsonl");
      if (Files.exists(file)) {
        try (BufferedReader lines = Files.newBufferedReader(file, UTF_8)) {
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            picture.accept(stream, "", line);
          }
        }
      }
    }
    picture.complete();
    return new DirectoryFeed(FeedState.of(FeedState.Kind.FILES, nowMillis));
  }

  @Override
  public FeedState state() {
    return state;
  }
}
