package io.tracemill.analysis.baseline;

import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.Histogram;
import java.io.Serializable;

/**
 * The scores of a place's requests: the distance of a request's logarithmic time from a median, in
 * robust scales, clipped (semantics 8.2).
 */
record ScoreScale(double median, double scale) implements Serializable {
  /** The score of a bin's requests. */
  double score(int bin) {
    double score = (DurationScale.centre(bin) - median) / scale;
    return Math.max(-PlaceRow.CLIP, Math.min(PlaceRow.CLIP, score));
  }

  /** The sum of all requests' scores. */
  double sum(Histogram times) {
    double sum = 0;
    for (int i = 0; i < times.bins().length; i++) {
      sum += times.counts()[i] * score(times.bins()[i]);
    }
    return sum;
  }

  /** The sum of the squares of all requests' scores. */
  double sumOfSquares(Histogram times) {
    double sum = 0;
    for (int i = 0; i < times.bins().length; i++) {
      double score = score(times.bins()[i]);
      sum += times.counts()[i] * score * score;
    }
    return sum;
  }
}
