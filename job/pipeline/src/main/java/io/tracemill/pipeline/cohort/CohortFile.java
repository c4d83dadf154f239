package io.tracemill.pipeline.cohort;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.EvidenceSums;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.aggregate.ProfileDeltaCodec;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * The requests of a cohort, all endpoints, on their way from the job to who compares them: a
 * temporary file, since all of them at once are too much for what Flink hands back otherwise.
 */
public record CohortFile(Path path) {
  private static final int BUFFER = 1 << 16;

  /** The file of one cohort. */
  public static CohortFile in(Path directory, CohortPart part) {
    return new CohortFile(directory.resolve(part.name().toLowerCase(Locale.ROOT) + ".cohort.part"));
  }

  /** Deletes the files of both cohorts. */
  public static void discard(Path directory) throws IOException {
    for (CohortPart part : CohortPart.values()) {
      Files.deleteIfExists(in(directory, part).path());
    }
  }

  /** Writes the file anew; one task can. */
  public Sink<ProfileDelta> sink() {
    return new DeltaSink(path.toFile());
  }

  /** How many requests of some endpoints each slice has that has any, by its start. */
  public NavigableMap<Long, Long> requestsBySlice(Predicate<Frame> endpoints) throws IOException {
    NavigableMap<Long, Long> slices = new TreeMap<>();
    forEach(
        delta -> {
          if (endpoints.test(delta.endpoint()) && delta.requests().count() > 0) {
            slices.merge(delta.paneMillis(), delta.requests().count(), Long::sum);
          }
        });
    return slices;
  }

  /**
   * What was written of some endpoints.
   *
   * @param blockOf the start of the block that a slice is part of; none for one that is left out
   */
  public Map<Frame, Cohort> read(Predicate<Frame> endpoints, LongFunction<OptionalLong> blockOf)
      throws IOException {
    Map<Frame, Map<Long, EndpointAccumulator>> blocks = new TreeMap<>();
    forEach(
        delta -> {
          OptionalLong block = blockOf.apply(delta.paneMillis());
          if (endpoints.test(delta.endpoint()) && block.isPresent()) {
            blocks
                .computeIfAbsent(delta.endpoint(), added -> new TreeMap<>())
                .merge(block.getAsLong(), delta.requests(), CohortFile::merged);
          }
        });
    Map<Frame, Cohort> cohorts = new TreeMap<>();
    blocks.forEach((endpoint, ofEndpoint) -> cohorts.put(endpoint, cohort(ofEndpoint)));
    return cohorts;
  }

  private void forEach(Consumer<ProfileDelta> to) throws IOException {
    try (InputStream file = new BufferedInputStream(Files.newInputStream(path), BUFFER);
        DataInputStream in = new DataInputStream(file)) {
      ProfileDeltaCodec codec = new ProfileDeltaCodec();
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

  private static Cohort cohort(Map<Long, EndpointAccumulator> blocks) {
    List<Block> known = new ArrayList<>();
    blocks.forEach(
        (start, requests) -> {
          if (requests.count() > 0 || saysWhatLacks(requests.evidence())) {
            known.add(new Block(start, requests));
          }
        });
    return new Cohort(known);
  }

  private static boolean saysWhatLacks(EvidenceSums evidence) {
    return evidence.incomplete() > 0 || evidence.lateSpans() > 0;
  }

  private record DeltaSink(File file) implements Sink<ProfileDelta> {
    @Override
    public SinkWriter<ProfileDelta> createWriter(WriterInitContext context) throws IOException {
      return new DeltaWriter(
          new DataOutputStream(
              new BufferedOutputStream(Files.newOutputStream(file.toPath()), BUFFER)));
    }
  }

  private record DeltaWriter(DataOutputStream out) implements SinkWriter<ProfileDelta> {
    private static final ProfileDeltaCodec CODEC = new ProfileDeltaCodec();

    @Override
    public void write(ProfileDelta delta, Context context) throws IOException {
      CODEC.write(delta, out);
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
