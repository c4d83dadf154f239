package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.ContextText;
import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.List;

/** Keeps what an analysis finds. */
public final class RecordingSink implements AnalysisSink {
  private final List<RequestAnalysis> requests = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final List<LateSpan> late = new ArrayList<>();

  @Override
  public void request(RequestAnalysis request) {
    requests.add(request);
    texts.add(text(request));
  }

  @Override
  public void late(LateSpan span) {
    late.add(span);
  }

  private static String text(RequestAnalysis request) {
    return "%s %x %s %s %d+%d ns, %d spans, complete %s, skew %d, clipped %d, %s, %s, %s, %s"
        .formatted(
            request.traceId(),
            request.spanId(),
            request.role(),
            request.endpoint(),
            request.startNanos() - TraceSpec.BASE,
            request.durationNanos(),
            request.spanCount(),
            request.complete(),
            request.skewNanos(),
            request.clippedNanos(),
            request.category(),
            ContextText.of(request.criticalPath()),
            request.form(Integer.MAX_VALUE),
            request.attributes());
  }

  /** The requests in the order in which they came; the CCCT is no longer that of each. */
  public List<RequestAnalysis> requests() {
    return requests;
  }

  /** Everything that was said of each request, its CCCT included. */
  public List<String> texts() {
    return texts;
  }

  public List<LateSpan> late() {
    return late;
  }

  /** {@code "entry frontend op, async mailer op"}. */
  public String roles() {
    return String.join(
        ", ", requests.stream().map(r -> r.role().label() + " " + r.endpoint()).toList());
  }
}
