package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.SystemTrial.Part;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.SlideReader;
import io.tracemill.analysis.mutation.SlideWriter;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What was normal when an alert over all endpoints was discovered (ADR 17). A fault that shows only
 * over all of them keeps no pane out of any baseline: they learn it within the hour, and what they
 * are asked then has another answer, though nothing is over.
 *
 * <pre>
 *  normal then      normal now           the window
 *      |--- learned ----|------ rise --------|
 *      |----------- rise since then ---------|
 * </pre>
 *
 * <p>Means, each endpoint compared with itself. For a test there would have to be the requests of
 * then; but what was found was more than chance by far, and so is half of it.
 *
 * <p>Holds two numbers and a name for each of at most {@link Bounds#MAX_LISTED} endpoints.
 */
final class FrozenBefore {
  private static final double MILLION = 1e6;

  private final TreeMap<Frame, Normal> then = new TreeMap<>();

  /**
   * What is normal for an endpoint's requests.
   *
   * @param level of a place their mean own time, nanoseconds; of a call its share, millionths
   * @param requestNanos their mean response time
   */
  private record Normal(long level, long requestNanos) {
    static Normal of(Reading reading) {
      Side before = reading.before();
      boolean place = reading.subject() instanceof Subject.PlaceTime;
      return new Normal(
          place ? before.meanNanos() : Math.round(MILLION * before.share()),
          reading.beforeRequestNanos());
    }
  }

  /** A change that goes on though baselines have learned part of it. */
  private record Hidden(Rise sinceThen, double learned) {}

  /**
   * Remembers what is normal at endpoints that are heard for the first time, those with most
   * requests first; what has become normal at others is not to be compared with what was.
   */
  void follow(List<Part> parts, Hearing hearing) {
    then.keySet().removeIf(hearing::isOfNewNormal);
    int room = Bounds.MAX_LISTED - then.size();
    parts.stream()
        .filter(part -> !then.containsKey(part.slide().endpoint()))
        .sorted(Comparator.comparingLong(part -> -part.reading().window().traces()))
        .limit(Math.max(0, room))
        .forEach(part -> then.put(part.slide().endpoint(), Normal.of(part.reading())));
  }

  /**
   * What the newest pane says of an alert; it is not gone while it differs from what was normal.
   */
  Answer ofPane(Answer answer, Observation seen, boolean rose, MutationRules rules) {
    return answer == Answer.GONE && hidden(seen, Reading::newest, rose, rules).isPresent()
        ? Answer.UNDECIDED
        : answer;
  }

  /**
   * What the window says of an alert; it is the same while half of what was found is left.
   *
   * @param found the trial in which it was found last
   */
  Answer ofWindow(Answer answer, Observation seen, Trial found, boolean rose, MutationRules rules) {
    if (answer != Answer.GONE && answer != Answer.UNDECIDED) {
      return answer;
    }
    return hidden(seen, Reading::window, rose, rules)
        .map(hidden -> 2 * Math.abs(hidden.sinceThen.amount()) >= Math.abs(rise(found)))
        .map(half -> half ? Answer.SAME : Answer.UNDECIDED)
        .orElse(answer);
  }

  /** Whether the window differs from what was normal, and baselines have learned most of that. */
  boolean isLearned(Observation seen, boolean rose, MutationRules rules) {
    return hidden(seen, Reading::window, rose, rules)
        .filter(hidden -> 2 * Math.abs(hidden.learned) >= Math.abs(hidden.sinceThen.amount()))
        .isPresent();
  }

  private Optional<Hidden> hidden(
      Observation seen, Function<Reading, Score> stretch, boolean rose, MutationRules rules) {
    // At a rate of 0 nothing is frozen, and baselines are to learn whatever comes.
    return rules.freezeP() == 0
        ? Optional.empty()
        : sinceThen(seen.parts(), stretch)
            .filter(hidden -> rose ? hidden.learned > 0 : hidden.learned < 0)
            .filter(hidden -> hidden.sinceThen.matters(seen.trial().subject(), rose, rules));
  }

  private Optional<Hidden> sinceThen(List<Part> parts, Function<Reading, Score> stretch) {
    double requests = 0;
    double rise = 0;
    double learned = 0;
    double requestNanos = 0;
    for (Part part : parts) {
      Normal normal = then.get(part.slide().endpoint());
      if (normal != null) {
        Score score = stretch.apply(part.reading());
        double traces = score.traces();
        requests += traces;
        rise += traces * score.riseNanos();
        learned += traces * (Normal.of(part.reading()).level - normal.level);
        requestNanos += traces * normal.requestNanos;
      }
    }
    return requests == 0
        ? Optional.empty()
        : Optional.of(
            new Hidden(
                new Rise((rise + learned) / requests, requestNanos / requests),
                learned / requests));
  }

  private static double rise(Trial found) {
    return found.subject() instanceof Subject.PlaceTime
        ? found.after().meanNanos() - found.before().meanNanos()
        : MILLION * (found.after().share() - found.before().share());
  }

  void write(DataOutput out) throws IOException {
    new SlideWriter(out).frames(List.copyOf(then.keySet()));
    for (Normal normal : then.values()) {
      Varint.writeSignedLong(out, normal.level);
      Varint.writeSignedLong(out, normal.requestNanos);
    }
  }

  /** Nothing was remembered before version 6: what is normal when it is read has to do. */
  static FrozenBefore read(DataInput in, int version) throws IOException {
    FrozenBefore before = new FrozenBefore();
    if (version > 5) {
      for (Frame endpoint : new SlideReader(in, version).frames()) {
        before.then.put(endpoint, new Normal(0, 0));
      }
      for (Map.Entry<Frame, Normal> endpoint : before.then.entrySet()) {
        endpoint.setValue(new Normal(Varint.readSignedLong(in), Varint.readSignedLong(in)));
      }
    }
    return before;
  }
}
