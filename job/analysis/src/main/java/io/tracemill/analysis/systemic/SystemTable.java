package io.tracemill.analysis.systemic;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.profile.Distribution;
import io.tracemill.analysis.profile.ExtentSums;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.systemic.SystemReport.Figure;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds up the requests of all endpoints. The order does not matter. */
public final class SystemTable {
  private final ExtentSums requests = new ExtentSums();
  private final Map<Frame, Set<Frame>> callers = new HashMap<>();

  /** Adds the requests and calls of one endpoint. */
  public void add(ExtentSums extents, Set<Call> calls) {
    requests.merge(extents);
    for (Call call : calls) {
      callers.computeIfAbsent(call.child(), added -> new HashSet<>()).add(call.parent());
    }
  }

  /** The distributions over all endpoints added so far. */
  public SystemReport report(long startMillis, long endMillis) {
    return new SystemReport(
        startMillis,
        endMillis,
        requests.latencyNanos().count(),
        List.of(
            new Figure("latencyNanos", requests.latencyNanos()),
            new Figure("spansPerRequest", requests.spans()),
            new Figure("framesPerRequest", requests.frames()),
            new Figure("callDepth", requests.depth()),
            new Figure("concurrentSpans", requests.concurrency()),
            new Figure("spansOnCriticalPath", requests.pathSpans()),
            new Figure("framesOnCriticalPath", requests.pathFrames()),
            new Figure("callersPerFrame", callersPerFrame())));
  }

  private Distribution callersPerFrame() {
    Distribution counts = new Distribution();
    callers.values().forEach(frames -> counts.add(frames.size()));
    return counts;
  }
}
