package io.tracemill.analysis.sums;

import static java.util.Objects.requireNonNull;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/**
 * The limits of one endpoint's sums; each is at least 1.
 *
 * @param maxNodes call paths of a category; the rest is rolled into {@code (other)}
 * @param maxDepth steps of a call path; what lies below is rolled into {@code (other)}
 * @param maxCategories categories of an endpoint; the rest is one category {@code (other)}
 * @param scale the bins of the times of places
 */
public record SumRules(int maxNodes, int maxDepth, int maxCategories, DurationScale scale)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** The most places, calling frames and edges of an endpoint in a pane; others are left out. */
  static final int MAX_PLACES = 500;

  /** The most calls; others are left out. */
  static final int MAX_CALLS = 1_000;

  public SumRules {
    atLeastOne("maxNodes", maxNodes);
    atLeastOne("maxDepth", maxDepth);
    atLeastOne("maxCategories", maxCategories);
    requireNonNull(scale, "scale");
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, is " + value);
    }
  }

  /** Writes all limits. */
  public void write(DataOutput out) throws IOException {
    out.writeInt(maxNodes);
    out.writeInt(maxDepth);
    out.writeInt(maxCategories);
    out.writeLong(scale.floorNanos());
  }

  /** Reads what {@link #write} wrote. */
  public static SumRules read(DataInput in) throws IOException {
    return new SumRules(in.readInt(), in.readInt(), in.readInt(), new DurationScale(in.readLong()));
  }
}
