package io.tracemill.store.change;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.hotspot.FrameCosts;
import io.tracemill.analysis.hotspot.HotspotTable;
import io.tracemill.analysis.hotspot.ServiceGraph;
import io.tracemill.analysis.profile.SlidingWindow;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.ResultWriter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.question.Incidents;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a past time, for readers of streams: incidents, mutations and changes as the job
 * said them, and profiles that are made of its panes by the job's own code. Of hotspots and the
 * service graph it has the newest window.
 */
public final class PastStreams {
  private static final int RANKED = 100;

  private static final List<ResultStream> SAID =
      List.of(ResultStream.INCIDENTS, ResultStream.MUTATIONS, ResultStream.CHANGES);

  private final Lengths lengths;
  private final SumRules rules;
  private final ResultWriter writer;
  private final Out out;
  private final HotspotTable hotspots = new HotspotTable();
  private final ServiceGraph graph = new ServiceGraph();

  /** The end of the newest window that does not overlap others, and of the last slide. */
  private final long newestWindow;

  private final long lastSlide;

  /**
   * The windows of profiles.
   *
   * @param windowMillis a whole multiple of {@code slideMillis}
   */
  public record Lengths(long windowMillis, long slideMillis) {}

  /** Receives records in JSON. If a file of the store vanishes, some come again. */
  @FunctionalInterface
  public interface Out {
    void record(ResultStream stream, String json) throws IOException;
  }

  private PastStreams(Period data, Lengths lengths, SumRules rules, ResultWriter writer, Out out) {
    this.lengths = lengths;
    this.rules = rules;
    this.writer = writer;
    this.out = out;
    this.newestWindow =
        Math.max(
            down(data.endMillis(), lengths.windowMillis()),
            up(data.startMillis() + 1, lengths.windowMillis()));
    this.lastSlide = Math.max(newestWindow, up(data.endMillis(), lengths.slideMillis()));
  }

  private static long down(long millis, long length) {
    return Math.floorDiv(millis, length) * length;
  }

  private static long up(long millis, long length) {
    return down(millis + length - 1, length);
  }

  /**
   * Passes on all records, each stream in the order of time for each endpoint.
   *
   * @param limits of the sums
   * @throws io.tracemill.store.engine.QueryException if the store has no pane wholly in that time
   */
  public static void ask(
      StoreSession session,
      Period time,
      Lengths lengths,
      SumRules limits,
      ResultWriter writer,
      Out out)
      throws IOException {
    for (ResultStream stream : SAID) {
      List<Incidents.Incident> newestFirst =
          Incidents.ask(session, time, stream.label()).incidents();
      for (int i = newestFirst.size() - 1; i >= 0; i--) {
        out.record(stream, newestFirst.get(i).record());
      }
    }
    PaneReader panes = new PaneReader(session, time, Optional.empty());
    panes.inOrder(() -> new PastStreams(panes.time(), lengths, limits, writer, out).begin()).end();
  }

  private Endpoints begin() {
    return new Endpoints();
  }

  private void write(StreamRecord record, long millis) throws IOException {
    ResultRecord written = writer.write(record, millis);
    out.record(written.stream(), new String(written.value(), UTF_8));
  }

  /** Reads the panes of one endpoint after another. */
  private final class Endpoints implements PaneReader.InOrder {
    private @Nullable PastWindows current;

    @Override
    public void pane(StoredPane pane) throws IOException {
      if (pane.version() != StoredPane.VERSION) {
        return;
      }
      if (current == null || !current.endpoint.equals(pane.endpoint())) {
        finish();
        current = new PastWindows(pane.endpoint());
      }
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(pane.bytes()));
      current.add(pane.timeMillis(), EndpointSums.read(in, rules));
    }

    private void finish() throws IOException {
      if (current != null) {
        current.emitUntil(lastSlide);
      }
    }

    void end() throws IOException {
      finish();
      Period window = new Period(newestWindow - lengths.windowMillis(), newestWindow);
      for (StreamRecord hotspot : hotspots.ranked(window, RANKED)) {
        write(hotspot, newestWindow);
      }
      for (StreamRecord edge : graph.dependencies(window)) {
        write(edge, newestWindow);
      }
    }
  }

  /** The windows of one endpoint. */
  private final class PastWindows {
    private final Frame endpoint;
    private final SlidingWindow window = new SlidingWindow(lengths.windowMillis(), rules);
    private long next = Long.MIN_VALUE;

    PastWindows(Frame endpoint) {
      this.endpoint = endpoint;
    }

    void add(long paneMillis, EndpointSums pane) throws IOException {
      emitUntil(paneMillis);
      next = Math.max(next, down(paneMillis, lengths.slideMillis()) + lengths.slideMillis());
      window.add(paneMillis, pane, List.of());
    }

    /** Emits the windows that end at this time or before, as long as they have requests. */
    void emitUntil(long millis) throws IOException {
      while (next != Long.MIN_VALUE && next <= millis) {
        EndpointSums requests = window.requests(next);
        if (requests.count() == 0) {
          return;
        }
        if (next == newestWindow) {
          hotspots.add(endpoint, FrameCosts.of(requests));
          graph.add(requests.edges());
        }
        var profile = window.profile(endpoint, next);
        if (profile.isPresent()) {
          write(profile.get(), next);
        }
        next += lengths.slideMillis();
      }
    }
  }
}
