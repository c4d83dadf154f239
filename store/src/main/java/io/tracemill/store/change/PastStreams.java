package io.tracemill.store.change;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.hotspot.FrameCosts;
import io.tracemill.analysis.hotspot.HotspotTable;
import io.tracemill.analysis.hotspot.ServiceGraph;
import io.tracemill.analysis.profile.WindowSums;
import io.tracemill.analysis.record.EndpointProfile;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The streams of a past time, for readers of streams: incidents, mutations and changes as the job
 * said them, and profiles that are made of its panes by the job's own code. It has the newest
 * window of hotspots and of the service graph.
 */
public final class PastStreams {
  /** The most profiles of an endpoint, the newest. */
  private static final int MAX_PROFILES = 1_440;

  private static final List<ResultStream> SAID =
      List.of(ResultStream.INCIDENTS, ResultStream.MUTATIONS, ResultStream.CHANGES);

  private final Lengths lengths;
  private final SumRules rules;
  private final ResultWriter writer;
  private final Out out;
  private final HotspotTable hotspots = new HotspotTable();
  private final ServiceGraph graph = new ServiceGraph();
  private int otherVersions;

  /** The end of the newest window that does not overlap others, and of the last slide. */
  private final long newestWindow;

  private final long lastSlide;

  /**
   * The windows of profiles.
   *
   * @param windowMillis a whole multiple of {@code slideMillis}
   */
  public record Lengths(long windowMillis, long slideMillis) {
    /** The shortest that are whole multiples of a pane. */
    Lengths ofPanes(long paneMillis) {
      long slide = up(slideMillis, paneMillis);
      return new Lengths(up(windowMillis, slide), slide);
    }
  }

  /** Receives records in JSON. */
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
   * Passes on all records, each stream in the order of time for each endpoint. Slides and windows
   * are longer than asked if panes are.
   *
   * @param limits of the sums
   * @return the number of panes left out because another version of the job wrote them
   * @throws io.tracemill.store.engine.QueryException if the store has no pane wholly in that time
   */
  public static int ask(
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
    Lengths whole = lengths.ofPanes(Math.max(1, panes.longestMillis()));
    PastStreams streams = new PastStreams(panes.time(), whole, limits, writer, out);
    for (Frame endpoint : panes.endpoints()) {
      streams.write(panes.inOrder(endpoint, () -> streams.new Windows(endpoint)));
    }
    streams.writeNewestWindow();
    return streams.otherVersions;
  }

  private void write(Windows endpoint) throws IOException {
    endpoint.end();
    for (EndpointProfile profile : endpoint.profiles) {
      write(profile, profile.window().endMillis());
    }
    otherVersions += endpoint.unreadable;
    if (endpoint.newest.count() > 0) {
      hotspots.add(endpoint.name, FrameCosts.of(endpoint.newest));
      graph.add(endpoint.newest.edges());
    }
  }

  private void writeNewestWindow() throws IOException {
    Period window = new Period(newestWindow - lengths.windowMillis(), newestWindow);
    for (StreamRecord hotspot : hotspots.ranked(window, HotspotTable.RANKED)) {
      write(hotspot, newestWindow);
    }
    for (StreamRecord edge : graph.dependencies(window, Optional.empty())) {
      write(edge, newestWindow);
    }
  }

  private void write(StreamRecord record, long millis) throws IOException {
    ResultRecord written = writer.write(record, millis);
    out.record(written.stream(), new String(written.value(), UTF_8));
  }

  /** The windows of one endpoint. */
  private final class Windows implements PaneReader.Receiver {
    private final Frame name;

    /** Panes of the last window, by start. */
    private final NavigableMap<Long, EndpointSums> panes = new TreeMap<>();

    private final List<EndpointProfile> profiles = new ArrayList<>();
    private EndpointSums newest = new EndpointSums(rules);
    private int unreadable;
    private long next = Long.MIN_VALUE;

    /** The last pane, of which more rows may come. */
    private EndpointSums pane = new EndpointSums(rules);

    private long paneMillis = Long.MIN_VALUE;

    Windows(Frame name) {
      this.name = name;
    }

    @Override
    public void pane(StoredPane row) throws IOException {
      if (!row.isReadable()) {
        unreadable++;
        return;
      }
      if (row.timeMillis() != paneMillis) {
        endPane();
        emitUntil(row.timeMillis());
        paneMillis = row.timeMillis();
        next = Math.max(next, down(paneMillis, lengths.slideMillis()) + lengths.slideMillis());
      }
      pane.merge(row.sums(rules));
    }

    private void endPane() {
      if (paneMillis != Long.MIN_VALUE) {
        panes.put(paneMillis, pane);
        pane = new EndpointSums(rules);
      }
    }

    void end() {
      endPane();
      emitUntil(lastSlide);
    }

    /** Emits the windows that end at this time or before, as long as they have requests. */
    private void emitUntil(long millis) {
      while (next != Long.MIN_VALUE && next <= millis) {
        panes.headMap(next - lengths.windowMillis()).clear();
        if (panes.isEmpty()) {
          return;
        }
        emit(new Period(next - lengths.windowMillis(), next));
        next += lengths.slideMillis();
      }
    }

    private void emit(Period window) {
      WindowSums sums = new WindowSums(rules, window, lengths.slideMillis());
      panes.headMap(window.endMillis()).forEach(sums::add);
      if (window.endMillis() == newestWindow) {
        newest = sums.requests();
      }
      if (window.endMillis() > lastSlide - MAX_PROFILES * lengths.slideMillis()) {
        sums.profile(name, List.of()).ifPresent(profiles::add);
      }
    }
  }
}
