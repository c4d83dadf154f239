package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.detection.AlarmBudget.Family;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class AlarmBudgetTest {
  private static final Map<Family, Double> SHARES =
      Map.of(Family.PLACE, 0.7, Family.PART, 0.1, Family.CALL, 0.1, Family.ERROR, 0.1);
  private static final Map<Family, Integer> ASKED =
      Map.of(Family.PLACE, 30, Family.PART, 5, Family.CALL, 20, Family.ERROR, 10);

  @Property(tries = 300)
  void alarmsOfEachFamilyAreThoseOfBenjaminiAndHochberg(
      @ForAll long seed, @ForAll @DoubleRange(min = 0.01, max = 0.3) double level) {
    List<Question> questions = questions(seed);
    List<Question> expected = new ArrayList<>();
    SHARES.forEach(
        (family, share) -> {
          List<Question> its = questions.stream().filter(one -> one.family() == family).toList();
          int rejected = 0;
          for (int k = 1; k <= its.size(); k++) {
            if (its.get(k - 1).pValue() <= level * share * k / ASKED.getOrDefault(family, 1)) {
              rejected = k;
            }
          }
          expected.addAll(its.subList(0, rejected));
        });

    assertThat(AlarmBudget.once(level).alarms(questions, ASKED))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Property(tries = 300)
  void twiceTheBudgetNeverRaisesFewer(
      @ForAll long seed, @ForAll @DoubleRange(min = 0.01, max = 0.3) double level) {
    List<Question> questions = questions(seed);

    assertThat(AlarmBudget.once(2 * level).alarms(questions, ASKED))
        .containsAll(AlarmBudget.once(level).alarms(questions, ASKED));
  }

  @Test
  void aPaneHasItsPartOfTheWeek() {
    assertThat(AlarmBudget.perWeek(3, 30_000).logLevel())
        .isEqualTo(Math.log(3.0 / (7 * 24 * 60 * 2)));
  }

  /** Some of each family, many of them improbable; the most surprising first. */
  private static List<Question> questions(long seed) {
    Random random = new Random(seed);
    List<Question> questions = new ArrayList<>();
    RowKey key = RowKey.ofAll(new Subject.PlaceTime(Place.Request.WHOLE));
    for (int i = 0; i < 20; i++) {
      Family family = Family.values()[i % 4];
      double surprise = 10 * Math.pow(random.nextDouble(), 2);
      questions.add(new Question(key, family, surprise, 0, 10, 1, 0, 100));
    }
    questions.sort(Comparator.comparingDouble(Question::surprise).reversed());
    return questions;
  }
}
