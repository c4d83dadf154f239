package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;
import java.util.List;

/** A span with its children, as tests write it down; times are nanoseconds. */
record Call(Frame frame, long start, long end, boolean async, List<Call> children) {
  Call {
    children = List.copyOf(children);
  }

  /** A call of an operation named as its service. */
  static Call call(String name, long start, long end, Call... children) {
    return new Call(Frame.of(name, name), start, end, false, List.of(children));
  }

  Call asynchronous() {
    return new Call(frame, start, end, true, children);
  }
}
