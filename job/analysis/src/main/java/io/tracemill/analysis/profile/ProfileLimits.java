package io.tracemill.analysis.profile;

import java.io.Serializable;

/**
 * The size limits of one endpoint's profile; each limit is at least 1.
 *
 * @param maxNodes call paths of a category; the rest is rolled into {@code (other)}
 * @param maxDepth steps of a call path; what lies below is rolled into {@code (other)}
 * @param maxCategories categories of an endpoint; the rest is one category {@code (other)}
 * @param samplePerStratum requests kept per stratum of latency
 */
public record ProfileLimits(int maxNodes, int maxDepth, int maxCategories, int samplePerStratum)
    implements Serializable {

  public ProfileLimits {
    atLeastOne("maxNodes", maxNodes);
    atLeastOne("maxDepth", maxDepth);
    atLeastOne("maxCategories", maxCategories);
    atLeastOne("samplePerStratum", samplePerStratum);
  }

  private static void atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, is " + value);
    }
  }
}
