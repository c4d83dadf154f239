package io.tracemill.analysis.stack;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;

/**
 * A SERVER or CONSUMER span as its host sees it.
 *
 * @param host the node it ran on; samples of the same node have the same text
 * @param threadId Java's id of its thread; empty if it is not known
 * @param self the moments in which it ran itself
 * @param version of its service; empty if it is not known
 */
public record LocalSpan(
    Frame frame, String host, String threadId, SelfSegments self, String version) {
  public LocalSpan {
    requireNonNull(frame, "frame");
    requireNonNull(host, "host");
    requireNonNull(threadId, "threadId");
    requireNonNull(self, "self");
    requireNonNull(version, "version");
  }
}
