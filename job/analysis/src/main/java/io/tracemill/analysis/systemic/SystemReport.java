package io.tracemill.analysis.systemic;

import io.tracemill.analysis.profile.Distribution;
import java.util.List;

/**
 * Distributions of a window's requests over all endpoints. Not to be changed.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param requests number of entry and async requests
 */
public record SystemReport(
    long startMillis, long endMillis, long requests, List<Figure> distributions) {
  public SystemReport {
    distributions = List.copyOf(distributions);
  }

  /** One figure of requests or frames, and its name in records. */
  public record Figure(String name, Distribution values) {}
}
