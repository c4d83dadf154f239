package io.tracemill.store.question;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Sql;
import io.tracemill.store.engine.StoreSession;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The kept requests of a trace, with their spans and critical paths.
 *
 * @param requests those of the trace, by start
 */
public record StoredTrace(String traceId, List<Request> requests) {
  /**
   * A request.
   *
   * @param attributes of its spans, each once
   * @param spans its spans in preorder; only those of the critical path if it has too many
   * @param criticalPath its sections in order of time
   * @param statistics its spans added up
   */
  public record Request(
      TraceSearch.Found found,
      List<RequestAttribute> attributes,
      List<Span> spans,
      List<Section> criticalPath,
      TraceStatistics statistics) {
    public Request {
      attributes = List.copyOf(attributes);
      spans = List.copyOf(spans);
      criticalPath = List.copyOf(criticalPath);
    }
  }

  /**
   * A span.
   *
   * @param parent index of its parent; -1 for the first span
   * @param startNanos since the start of the request, corrected
   * @param shiftNanos how far the correction of clock skew moved it
   */
  public record Span(
      int parent,
      String service,
      String operation,
      String host,
      String kind,
      long startNanos,
      long durationNanos,
      long shiftNanos,
      boolean failed) {}

  /**
   * A section of the critical path.
   *
   * @param span index of the span that owns it
   * @param toNanos exclusive, since the start of the request like {@code fromNanos}
   */
  public record Section(int span, long fromNanos, long toNanos) {}

  public StoredTrace {
    requests = List.copyOf(requests);
  }

  /**
   * Looks for a trace.
   *
   * @param linkTemplate the template of links to traces; empty for none
   * @throws QueryException if the store has no request of it
   */
  public static StoredTrace ask(StoreSession session, String traceId, String linkTemplate) {
    String id = traceId.toLowerCase(Locale.ROOT);
    if (!id.matches("[0-9a-f]{16}|[0-9a-f]{32}")) {
      throw new QueryException(
          "'%s' is no trace id; give its 32 hexadecimal digits".formatted(traceId));
    }
    String hex = "0".repeat(32 - id.length()) + id;
    RequestReplay replay = new RequestReplay(session.rules().replay());
    List<Request> requests = new ArrayList<>();
    for (KeptRequest request : KeptRequests.where(session, "trace_id = " + Sql.text(hex))) {
      requests.add(
          drawn(
              TraceSearch.Found.of(request, 0, linkTemplate),
              request.attributes(),
              replay.load(request),
              replay.path(0)));
    }
    if (requests.isEmpty()) {
      throw new QueryException(
          "the store has no request of trace %s; it may be outside the sample, or outside the range of time"
              .formatted(hex));
    }
    requests.sort(
        Comparator.comparingLong((Request request) -> request.found.startNanos())
            .thenComparingLong(request -> -request.found.durationNanos())
            .thenComparing(request -> request.found.spanId()));
    return new StoredTrace(hex, requests);
  }

  private static Request drawn(
      TraceSearch.Found found,
      List<RequestAttribute> attributes,
      TraceTree tree,
      CriticalPath path) {
    long start = tree.startNanos(0);
    List<Span> spans = new ArrayList<>();
    for (int span = 0; span < tree.size(); span++) {
      int host = tree.hostNumber(span);
      spans.add(
          new Span(
              span == 0 ? -1 : tree.parent(span),
              tree.frame(span).service(),
              tree.frame(span).operation(),
              host == Vocabulary.UNKNOWN_HOST ? "" : tree.vocabulary().text(host),
              tree.kind(span).name().toLowerCase(Locale.ROOT),
              tree.startNanos(span) - start,
              tree.endNanos(span) - tree.startNanos(span),
              tree.shiftNanos(span),
              tree.error(span)));
    }
    List<Section> sections = new ArrayList<>();
    for (int place = 0; place < path.spanCount(); place++) {
      for (int i = path.firstSection(place); i < path.endSection(place); i++) {
        sections.add(
            new Section(path.span(place), path.sectionFrom(i) - start, path.sectionTo(i) - start));
      }
    }
    sections.sort(Comparator.comparingLong(Section::fromNanos));
    return new Request(found, attributes, spans, sections, TraceStatistics.of(spans, sections));
  }
}
