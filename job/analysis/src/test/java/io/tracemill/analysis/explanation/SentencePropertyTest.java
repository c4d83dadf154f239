package io.tracemill.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.IncidentRecord.Requests;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever an incident's figures are, its sentence does not say the opposite. */
class SentencePropertyTest {
  private static final Frame CART = Frame.of("shop", "GET /cart");
  private static final Place EDGE = new Place.Edge("shop", "db");
  private static final List<Subject> SUBJECTS =
      List.of(
          new PlaceTime(EDGE),
          new PlaceTime(new Place.Service("db")),
          new ErrorShare(EDGE),
          new ErrorShare(new Place.Service("db")),
          new ErrorShare(Place.Request.WHOLE),
          new CallShare(new Call(CART, Frame.of("db", "SELECT"))));
  private static final Pattern CHANGE =
      Pattern.compile("([\\d.,]+)( [a-z]+)? -> ([\\d.,]+) [a-z]+");

  private final Period window = new Period(600_000, 1_200_000);
  private final Period baseline = new Period(0, 600_000);

  @Property(tries = 2000)
  void noSentenceRefutesItself(@ForAll long seed) {
    Random random = new Random(seed);
    ExplainedIncident incident = incident(random);

    String sentence = IncidentSentence.of(incident);

    Finding culprit = incident.incident().culprit();
    assertThat(sentence).doesNotContain("+-").doesNotContain("NaN").doesNotContain("rose by -");
    if (sentence.contains("+")) {
      assertThat(culprit.after().meanNanos())
          .as(sentence)
          .isGreaterThan(culprit.before().meanNanos());
    }
    if (Pattern.compile(" (is|was) slow: ").matcher(sentence).find()) {
      Totals totals = incident.explanation().orElseThrow().totals();
      assertThat(
              totals.after().meanNanos() > totals.before().meanNanos()
                  || totals.after().p95Nanos() > totals.before().p95Nanos())
          .as(sentence)
          .isTrue();
      assertThat(CHANGE.matcher(sentence).results().anyMatch(SentencePropertyTest::differs))
          .as(sentence)
          .isTrue();
    }
    if (culprit.subject() instanceof ErrorShare) {
      assertThat(sentence).doesNotContain(" mean ").doesNotContain(" p95 ");
    }
    before(sentence)
        .ifPresent(shares -> assertThat(shares[0]).as(sentence).isNotEqualTo(shares[1]));
    if (sentence.contains(" more often:")) {
      assertThat(culprit.after().share()).as(sentence).isGreaterThan(culprit.before().share());
    } else if (sentence.contains(" less often:")) {
      assertThat(culprit.after().share()).as(sentence).isLessThan(culprit.before().share());
    }
  }

  private static boolean differs(MatchResult change) {
    return change.group(2) != null || !change.group(1).equals(change.group(3));
  }

  /** The first share and the one that it had before. */
  private static Optional<String[]> before(String sentence) {
    return Pattern.compile("([<\\d.]+ %).*?, before ([<\\d.]+ %)")
        .matcher(sentence)
        .results()
        .findFirst()
        .map(found -> new String[] {found.group(1), found.group(2)});
  }

  private ExplainedIncident incident(Random random) {
    Subject subject = SUBJECTS.get(random.nextInt(SUBJECTS.size()));
    Side before = side(subject, random);
    Side after = side(subject, random);
    Finding finding =
        Finding.at(
            CART,
            subject,
            before,
            after,
            window,
            baseline,
            Math.pow(10, -random.nextInt(12)),
            random.nextInt());
    boolean ended = random.nextBoolean();
    Incident.EndReason[] reasons = Incident.EndReason.values();
    Incident incident =
        new Incident(
            "i",
            ended ? Optional.of(reasons[random.nextInt(reasons.length)]) : Optional.empty(),
            Incident.Severity.TICKET,
            1,
            630_000,
            660_000,
            1_200_000 + 30_000L * random.nextInt(3),
            List.of(CART),
            List.of(finding),
            random.nextInt());
    return new ExplainedIncident(incident, Optional.of(explanation(random)));
  }

  private static Side side(Subject subject, Random random) {
    int all = 1 + random.nextInt(500);
    boolean time = subject instanceof PlaceTime;
    double[] shares = {0, 1, 0.5, 0.5 + random.nextDouble() / 1000, random.nextDouble()};
    return new Side(
        1 + random.nextInt(all),
        all,
        time ? nanos(random) : 0,
        time ? 1 : shares[random.nextInt(shares.length)]);
  }

  /** From microseconds to minutes; sometimes nearly equal ones. */
  private static long nanos(Random random) {
    return random.nextBoolean()
        ? 100_000_000 + random.nextInt(100_000)
        : (long) Math.pow(10, 3 + 8 * random.nextDouble());
  }

  private Explanation explanation(Random random) {
    long before = nanos(random);
    long after = nanos(random);
    PlaceChange place = new PlaceChange(EDGE, 0, 1, random.nextGaussian());
    return new Explanation(
        CART,
        baseline,
        window,
        new Totals(
            CART,
            new Requests(100, 0, before, nanos(random), Optional.empty()),
            new Requests(100, 0, after, nanos(random), Optional.empty())),
        new ChangeAccount(before, after, List.of(), after - before, List.of(place), 0),
        List.of(),
        List.of(),
        new Exemplars(List.of(), List.of()),
        SubjectFigures.NONE,
        SubjectFigures.NONE);
  }
}
