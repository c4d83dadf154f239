package io.tracemill.analysis.mutation;

import io.tracemill.analysis.mutation.Reading.BlockScore;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.statistics.RankSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A question that other endpoints ask too, so that answers can be put together. */
interface ReadingQuestion extends Question {
  Score NOTHING = new Score(0, 0, 0, 0, 0, 0);

  Baseline<?> baseline();

  /** How far the stretch lies above the baseline. */
  Score score(Contrast contrast);

  /** Mean response time in the baseline of the requests that are asked about. */
  long requestNanos(Stretch before);

  /** What the endpoint has to say. */
  default Reading read(Contrast window, Optional<Contrast> newest) {
    Stretch before = window.before();
    return new Reading(
        subject(),
        score(window),
        newest.map(this::score).orElse(NOTHING),
        blocks(before),
        side(before),
        side(window.after()),
        requestNanos(before));
  }

  private List<BlockScore> blocks(Stretch before) {
    List<BlockScore> scores = new ArrayList<>();
    for (RankSum ranks : baseline().blockScores()) {
      scores.add(new BlockScore(before.startMillis(scores.size()), ranks.sum(), ranks.variance()));
    }
    return scores;
  }
}
