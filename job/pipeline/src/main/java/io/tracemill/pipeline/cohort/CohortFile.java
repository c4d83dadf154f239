package io.tracemill.pipeline.cohort;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.PaneCountsCodec;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.aggregate.ProfileDeltaCodec;
import io.tracemill.pipeline.serialization.Codec;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Temporary files with the requests of a cohort, over all endpoints, from the job to the
 * comparison. They are too large for Flink's other ways to return results.
 *
 * @param requestsPath the file of sums by endpoint and pane
 * @param panesPath the file of counts by endpoint and pane
 */
public record CohortFile(Path requestsPath, Path panesPath) {
  private static final int BUFFER = 1 << 16;

  /** The files of one cohort. */
  public static CohortFile in(Path directory, CohortPart part) {
    String name = part.name().toLowerCase(Locale.ROOT);
    return new CohortFile(
        directory.resolve(name + ".requests.part"), directory.resolve(name + ".panes.part"));
  }

  /** Deletes the files of both cohorts. */
  public static void discard(Path directory) throws IOException {
    for (CohortPart part : CohortPart.values()) {
      CohortFile file = in(directory, part);
      Files.deleteIfExists(file.requestsPath);
      Files.deleteIfExists(file.panesPath);
    }
  }

  /** A new writer of sums, for a single task. */
  public Sink<ProfileDelta> requestsSink() {
    return new FileSink<>(requestsPath.toFile(), new ProfileDeltaCodec());
  }

  /** A new writer of counts, for a single task. */
  public Sink<PaneCounts> panesSink() {
    return new FileSink<>(panesPath.toFile(), new PaneCountsCodec());
  }

  /** All requests of each endpoint in panes that begin in this period. */
  public SortedMap<Frame, EndpointAccumulator> requests(Period time) throws IOException {
    SortedMap<Frame, EndpointAccumulator> sums = new TreeMap<>();
    forEach(
        requestsPath,
        new ProfileDeltaCodec(),
        delta -> {
          if (time.contains(delta.paneMillis())) {
            sums.merge(delta.endpoint(), delta.requests(), CohortFile::merged);
          }
        });
    return sums;
  }

  /** By pane, in order, the counts of each endpoint; panes without requests are left out. */
  public List<Collection<PaneCounts>> panes() throws IOException {
    SortedMap<Long, Map<Frame, PaneCounts>> panes = new TreeMap<>();
    forEach(
        panesPath,
        new PaneCountsCodec(),
        part ->
            panes
                .computeIfAbsent(part.paneMillis(), start -> new TreeMap<>())
                .merge(part.endpoint(), part, PaneCounts::plus));
    List<Collection<PaneCounts>> inOrder = new ArrayList<>();
    panes.values().forEach(pane -> inOrder.add(List.copyOf(pane.values())));
    return inOrder;
  }

  private static <T> void forEach(Path path, Codec<T> codec, Consumer<T> to) throws IOException {
    try (InputStream file = new BufferedInputStream(Files.newInputStream(path), BUFFER);
        DataInputStream in = new DataInputStream(file)) {
      while (hasMore(file)) {
        to.accept(codec.read(in));
      }
    }
  }

  private static boolean hasMore(InputStream in) throws IOException {
    in.mark(1);
    boolean more = in.read() >= 0;
    in.reset();
    return more;
  }

  private static EndpointAccumulator merged(EndpointAccumulator into, EndpointAccumulator from) {
    into.merge(from);
    return into;
  }

  private record FileSink<T>(File file, Codec<T> codec) implements Sink<T> {
    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
      return new FileWriter<>(
          new DataOutputStream(
              new BufferedOutputStream(Files.newOutputStream(file.toPath()), BUFFER)),
          codec);
    }
  }

  private record FileWriter<T>(DataOutputStream out, Codec<T> codec) implements SinkWriter<T> {
    @Override
    public void write(T element, Context context) throws IOException {
      codec.write(element, out);
    }

    @Override
    public void flush(boolean endOfInput) throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
