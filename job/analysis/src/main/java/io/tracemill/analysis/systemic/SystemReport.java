package io.tracemill.analysis.systemic;

import io.tracemill.analysis.profile.Distribution;
import java.util.List;

/**
 * How the requests of a window are distributed over all endpoints. Not to be changed.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param requests entry and async requests that the figures describe
 */
public record SystemReport(
    long startMillis, long endMillis, long requests, List<Figure> distributions) {
  public SystemReport {
    distributions = List.copyOf(distributions);
  }

  /** One figure of requests, or of frames, by its name in records. */
  public record Figure(String name, Distribution values) {}
}
