package io.tracemill.analysis.stack.look;

import java.util.List;

/**
 * A process, thread, function or wait, and how much of the time it had under fast and slow spans.
 *
 * @param process the process that it is or is in
 * @param fastShare beside the path, its share of the CPU time of the hosts meanwhile; on the path,
 *     its share of the spans' self time
 * @param coefficientNanos regression coefficient: extra self time of a span whose share of this
 *     feature is 100 %
 * @param pValue probability that chance makes any feature of the look stand out at least this much
 * @param hosts where it was seen
 */
public record Feature(
    Kind look,
    String process,
    String name,
    double fastShare,
    double slowShare,
    double coefficientNanos,
    double pValue,
    boolean culprit,
    List<String> hosts) {
  /** What is compared. */
  public enum Kind {
    PROCESS,
    THREAD,
    FUNCTION,
    WAIT
  }

  public Feature {
    hosts = List.copyOf(hosts);
  }

  static Feature named(Kind look, String process, String name, List<String> hosts) {
    return new Feature(look, process, name, 0, 0, 0, 1, false, hosts);
  }

  Feature measured(
      double fast, double slow, double coefficient, double probability, boolean guilty) {
    return new Feature(look, process, name, fast, slow, coefficient, probability, guilty, hosts);
  }
}
