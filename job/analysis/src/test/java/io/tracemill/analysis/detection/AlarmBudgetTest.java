package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.detection.AlarmBudget.Family;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.span.Frame;
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
      Map.of(Family.PLACE, 0.7, Family.CALL, 0.1, Family.ERROR, 0.1);
  private static final Map<Family, Integer> ASKED =
      Map.of(Family.PLACE, 30, Family.CALL, 20, Family.ERROR, 10);

  private final Grid grid = Grid.running(30_000);
  private final Rows rows = new Rows(grid, new PaneClock(grid));

  @Property(tries = 300)
  void alarmsOfEachFamilyAreThoseOfBenjaminiAndHochberg(
      @ForAll long seed, @ForAll @DoubleRange(min = 0.01, max = 0.3) double level) {
    List<Question> questions = questions(seed);
    List<Question> expected = new ArrayList<>();
    SHARES.forEach(
        (family, share) -> {
          List<Question> its = questions.stream().filter(one -> family(one) == family).toList();
          int rejected = 0;
          for (int k = 1; k <= its.size(); k++) {
            if (its.get(k - 1).pValue() <= level * share * k / ASKED.getOrDefault(family, 1)) {
              rejected = k;
            }
          }
          expected.addAll(its.subList(0, rejected));
        });

    assertThat(AlarmBudget.once(level).alarms(questions, ASKED, rows))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Property(tries = 300)
  void twiceTheBudgetNeverRaisesFewer(
      @ForAll long seed, @ForAll @DoubleRange(min = 0.01, max = 0.3) double level) {
    List<Question> questions = questions(seed);

    assertThat(AlarmBudget.once(2 * level).alarms(questions, ASKED, rows))
        .containsAll(AlarmBudget.once(level).alarms(questions, ASKED, rows));
  }

  @Test
  void aPaneHasItsPartOfTheWeek() {
    assertThat(AlarmBudget.perWeek(3, 30_000).logLevel())
        .isEqualTo(Math.log(3.0 / (7 * 24 * 60 * 2)));
  }

  @Test
  void aPlaceOfOneOfSeveralEndpointsHasABudgetOfItsOwn() {
    Chains chains = new Chains(1);
    Frame one = chains.endpoint("one", 10, "front", "back");
    chains.endpoint("two", 10, "front", "back");
    chains
        .pane(0)
        .forEach(counts -> rows.count(rows.admit(counts.endpoint()).orElseThrow(), counts));
    Subject subject = new Subject.PlaceTime(Chains.operation("back"));
    double surprise = -Math.log(0.05);
    Question part = question(new RowKey(one, subject), surprise);
    Question all = question(RowKey.ofAll(subject), surprise);
    AlarmBudget budget = AlarmBudget.once(0.1);

    assertThat(budget.alarms(List.of(part, all), Map.of(), rows)).containsExactly(all);
  }

  /** Of all families, many of them improbable; the most surprising first. */
  private static List<Question> questions(long seed) {
    Random random = new Random(seed);
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String service = "s" + i;
      Subject subject =
          switch (i % 3) {
            case 0 -> new Subject.PlaceTime(Chains.operation(service));
            case 1 -> new Subject.ErrorShare(Chains.operation(service));
            default -> new Subject.CallShare(new Call(Learned.ENDPOINT, Chains.frame(service)));
          };
      double surprise = 10 * Math.pow(random.nextDouble(), 2);
      questions.add(question(new RowKey(Learned.ENDPOINT, subject), surprise));
    }
    questions.sort(Comparator.comparingDouble(Question::surprise).reversed());
    return questions;
  }

  private static Question question(RowKey key, double surprise) {
    return new Question(key, surprise, 4, 0, 10, 1, 0);
  }

  private static Family family(Question question) {
    return switch (question.key().kind()) {
      case TIME -> Family.PLACE;
      case CALL -> Family.CALL;
      case ERROR -> Family.ERROR;
    };
  }
}
