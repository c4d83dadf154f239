package io.tracemill.store.parquet;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Locale;

/** Writes requests; it replays each to compute corrections and the critical path. */
final class RequestEncoder implements RowFormat.Encoder<KeptRequest> {
  private static final String[] KINDS = kinds();

  private final RequestReplay replay;
  private long[] critical = {};

  RequestEncoder(ReplayRules rules) {
    replay = new RequestReplay(rules);
  }

  private static String[] kinds() {
    String[] names = new String[SpanKind.values().length];
    for (SpanKind kind : SpanKind.values()) {
      names[kind.ordinal()] = kind.name().toLowerCase(Locale.ROOT);
    }
    return names;
  }

  @Override
  public void write(KeptRequest request, RowWriter out) {
    out.int64(request.timeMillis());
    out.int64(request.startNanos());
    out.text(request.traceId().hex());
    out.text(TraceId.spanIdHex(request.spanId()));
    out.name(request.role().label());
    out.name(request.endpoint().service());
    out.name(request.endpoint().operation());
    out.int64(request.durationNanos());
    out.bool(request.failed());
    out.bool(request.complete());
    out.int32(request.spanCount());
    out.name(request.category().hex());
    out.structs(request.attributes(), RequestEncoder::write);
    out.float64(request.weight());
    out.float64(request.samplePoint());
    out.float64(request.uniformBelow());
    out.bool(request.pooled());
    out.bool(request.pathOnly());
    TraceTree tree = replay.load(request);
    readPath(tree.size());
    out.structs(tree.size(), (to, span) -> write(tree, span, to));
  }

  private void readPath(int spans) {
    critical = new long[spans];
    CriticalPath path = replay.path(0);
    for (int place = 0; place < path.spanCount(); place++) {
      for (int i = path.firstSection(place); i < path.endSection(place); i++) {
        critical[path.span(place)] += path.sectionTo(i) - path.sectionFrom(i);
      }
    }
  }

  private static void write(RequestAttribute attribute, RowWriter out) {
    out.name(attribute.service());
    out.name(attribute.key());
    out.text(attribute.value());
  }

  private void write(TraceTree tree, int span, RowWriter out) {
    int host = tree.hostNumber(span);
    out.text(TraceId.spanIdHex(tree.spanId(span)));
    out.int32(span == 0 ? -1 : tree.parent(span));
    out.name(tree.frame(span).service());
    out.name(tree.frame(span).operation());
    out.name(host == Vocabulary.UNKNOWN_HOST ? "" : tree.vocabulary().text(host));
    out.name(KINDS[tree.kind(span).ordinal()]);
    out.int64(tree.recordedStartNanos(span) - tree.recordedStartNanos(0));
    out.int64(tree.recordedNanos(span));
    out.bool(tree.error(span));
    out.bool(tree.asyncLink(span));
    out.bool(tree.orphan(span));
    out.int64(tree.shiftNanos(span));
    out.int64(critical[span]);
  }
}
