package io.tracemill.analysis.stack;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.util.concurrent.TimeUnit;

/**
 * A SERVER or CONSUMER span as its host sees it. Empty texts stand for what its sender does not
 * say.
 *
 * @param host the node it ran on; samples of the same node have the same text
 * @param pid the id of its process
 * @param container the id of its container
 * @param threadId Java's id of its thread
 * @param threadName the name of its thread
 * @param self the moments in which it ran itself
 * @param version of its service
 * @param traceHash the same for all spans of its trace
 */
public record LocalSpan(
    Frame frame,
    String host,
    String pid,
    String container,
    String threadId,
    String threadName,
    SelfSegments self,
    String version,
    long traceHash)
    implements HostPart {
  public LocalSpan {
    requireNonNull(frame, "frame");
    requireNonNull(host, "host");
    requireNonNull(pid, "pid");
    requireNonNull(container, "container");
    requireNonNull(threadId, "threadId");
    requireNonNull(threadName, "threadName");
    requireNonNull(self, "self");
    requireNonNull(version, "version");
  }

  @Override
  public long timeMillis() {
    return self.count() == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(self.startNanos(0));
  }
}
