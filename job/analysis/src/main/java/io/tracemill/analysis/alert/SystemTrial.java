package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.List;

/**
 * A subject, tested over all endpoints that have it.
 *
 * @param parts by endpoint
 */
record SystemTrial(Trial trial, List<Part> parts) {
  /** What one endpoint has to say. */
  record Part(EndpointSlide slide, Reading reading) {
    /** What it cost the window's requests, nanoseconds; of a call, as far as it was found. */
    long contributionNanos() {
      if (reading.subject() instanceof Subject.PlaceTime) {
        return reading.window().riseNanos() * reading.window().traces();
      }
      return slide.findings().stream()
          .filter(finding -> finding.trial().subject().equals(reading.subject()))
          .mapToLong(finding -> finding.contributionNanos())
          .sum();
    }

    /** Whether its change is large enough by itself, and in this direction. */
    boolean matters(boolean rose, MutationRules rules) {
      return new Rise(reading.window().riseNanos(), reading.beforeRequestNanos())
          .matters(reading.subject(), rose, rules);
    }

    private double rise() {
      return (double) reading.window().riseNanos() * reading.window().traces();
    }
  }

  Subject subject() {
    return trial.subject();
  }

  long contributionNanos() {
    return parts.stream().mapToLong(Part::contributionNanos).sum();
  }

  /** Those that changed as the whole did, the largest part first. */
  List<Part> partsInIt() {
    double sign = trial.window().rose() ? 1 : -1;
    List<Part> inIt =
        parts.stream()
            .filter(part -> sign * part.rise() > 0)
            .sorted(Comparator.comparingDouble(part -> -sign * part.rise()))
            .toList();
    return inIt.isEmpty() ? parts : inIt;
  }

  /** The endpoints of {@link #partsInIt}. */
  List<Frame> endpoints() {
    return partsInIt().stream().map(part -> part.slide().endpoint()).toList();
  }
}
