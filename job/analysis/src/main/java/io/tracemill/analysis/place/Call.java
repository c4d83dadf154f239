package io.tracemill.analysis.place;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Comparator;

/**
 * One frame directly below another (semantics 8.1).
 *
 * @param parent the frame that calls
 * @param child the frame that is called
 */
public record Call(Frame parent, Frame child) implements Comparable<Call>, Serializable {
  private static final Comparator<Call> ORDER =
      Comparator.comparing(Call::parent).thenComparing(Call::child);

  public Call {
    requireNonNull(parent, "parent");
    requireNonNull(child, "child");
  }

  @Override
  public int compareTo(Call other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return parent + " calls " + child;
  }
}
