package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.detection.DetectionRules.MinEffect;
import io.tracemill.analysis.detection.SyntheticShop.Fault;
import io.tracemill.analysis.detection.SyntheticShop.Traffic;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.place.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/**
 * The tables of docs/evaluation.md on made-up traffic. They take minutes, so that they run only
 * when they are named:
 *
 * <pre>
 * mvn -pl job/analysis test -Dtest=EvaluationTables#weeks
 * </pre>
 */
final class EvaluationTables {
  private static final long HOUR = 120;
  private static final long DAY = 24 * HOUR;
  private static final long WARM = 2 * HOUR;

  private static final DetectionRules RULES = DetectionRules.standard();

  @Test
  void weeks() {
    int alerts = 0;
    for (int endpoints : new int[] {4, 10, 20}) {
      for (int seed = 1; seed <= 3; seed++) {
        Playback week = playback(seed, endpoints, Traffic.standard(), RULES);
        week.play(7 * DAY, pane -> Fault.NONE);
        alerts += week.alerts().size();
        print("| %d | %d | %d | %d |", endpoints, seed, week.alerts().size(), week.notices());
        week.alerts().forEach(in -> print("<!-- %s %s -->", in.culprit().subject(), in.severity()));
      }
    }
    assertThat(alerts).isLessThanOrEqualTo(27);
  }

  /** Calls to one service, and its own time, are slower by a factor for every endpoint. */
  @Test
  void factors() {
    for (double factor : new double[] {1.25, 1.5, 2, 5}) {
      for (int endpoints : new int[] {4, 10}) {
        delay(
            "x" + factor,
            10,
            endpoints,
            Traffic.standard(),
            RULES,
            Target::service,
            40,
            1,
            factor,
            0);
      }
    }
    delay(
        "four minutes, eight apart, few requests, x5",
        10,
        6,
        new Traffic(1, 10, 0.2),
        RULES,
        Target::service,
        8,
        4,
        5,
        0);
  }

  /** On one edge alone: slower by some milliseconds. */
  @Test
  void delays() {
    for (double millis : new double[] {5, 10, 50}) {
      delay("+" + millis + " ms", 20, 4, Traffic.standard(), RULES, Target::edge, 40, 1, 1, millis);
    }
  }

  /** Spectroscope's table 3, in a system that is a hundred times as fast. */
  @Test
  void spectroscope() {
    DetectionRules micro =
        new DetectionRules(
            30_000,
            3,
            5,
            RULES.acceptAfterMillis(),
            new MinEffect(20_000, 0.05, 0.3, 0.02),
            RULES.page());
    for (double millis : new double[] {0.1, 0.5, 1}) {
      delay(
          "+" + (int) (1000 * millis) + " us",
          20,
          4,
          new Traffic(1, 600, 0.2, 0.01),
          micro,
          Target::edge,
          40,
          1,
          1,
          millis);
    }
  }

  @Test
  void longFaults() {
    for (int seed = 1; seed <= 4; seed++) {
      Target target = new Target(seed, 6);
      Playback three = playback(seed, 6, Traffic.standard(), RULES);
      three.play(WARM + 4 * HOUR, pane -> target.service(pane, WARM, WARM + 3 * HOUR, 5, 0));
      List<Incident> found = three.alerts();
      print("| three hours, x5 | %d | %s |", seed, describe(three, found, WARM, WARM + 3 * HOUR));

      Playback accepted = playback(seed, 6, Traffic.standard(), RULES);
      long second = WARM + 9 * HOUR;
      accepted.play(
          WARM + 10 * HOUR + 20,
          pane ->
              (place, millis) -> {
                double slow =
                    target.service(pane, WARM, WARM + 20 * HOUR, 5, 0).millis(place, millis);
                return target.service(pane, second, second + HOUR, 5, 0).millis(place, slow);
              });
      List<Incident> ofFirst = accepted.alerts(WARM, WARM + HOUR);
      List<Incident> ofSecond = accepted.alerts(second, second + HOUR);
      String end =
          ofFirst.isEmpty()
              ? "not found"
              : accepted.last(ofFirst.get(0)).reason().map(EndReason::label).orElse("open");
      print(
          "| accepted, then x5 of that | %d | %s after %.1f h; second: %s; all alerts %d |",
          seed,
          end,
          ofFirst.isEmpty() ? 0 : accepted.minutesToEnd(ofFirst.get(0), WARM) / 60,
          describe(accepted, ofSecond, second, second + HOUR),
          accepted.alerts().size());
    }
  }

  private static String describe(Playback play, List<Incident> found, long from, long to) {
    return found.isEmpty()
        ? "missed"
        : String.format(
            Locale.ROOT,
            "%s, fired after %.1f min, over %.1f min after its end (%s), %d alerts",
            play.last(found.get(0)).culprit().subject(),
            Playback.minutesToFire(found.get(0), from),
            play.minutesToEnd(found.get(0), to),
            play.last(found.get(0)).reason().map(EndReason::label).orElse("open"),
            found.size());
  }

  /** What a fault is put on. */
  private record Target(List<Place> places) {
    Target(long seed, int endpoints) {
      this(shop(seed, endpoints, Traffic.standard(), RULES).placesOfFirst());
    }

    Place.Edge edge() {
      return places.stream()
          .flatMap(
              place ->
                  place instanceof Place.Edge edge
                      ? Optional.of(edge).stream()
                      : Optional.<Place.Edge>empty().stream())
          .findFirst()
          .orElseThrow();
    }

    Fault service(long pane, long from, long to, double factor, double more) {
      String service = edge().callee();
      return pane < from || pane >= to
          ? Fault.NONE
          : (place, millis) -> place.service().equals(service) ? factor * millis + more : millis;
    }

    Fault edge(long pane, long from, long to, double factor, double more) {
      return pane < from || pane >= to
          ? Fault.NONE
          : (place, millis) -> place.equals(edge()) ? factor * millis + more : millis;
    }
  }

  private interface Kind {
    Fault fault(Target target, long pane, long from, long to, double factor, double more);
  }

  private static void delay(
      String name,
      int seeds,
      int endpoints,
      Traffic traffic,
      DetectionRules rules,
      Kind kind,
      long length,
      int repeats,
      double factor,
      double more) {
    long apart = length + 16;
    List<Double> fire = new ArrayList<>();
    List<Double> end = new ArrayList<>();
    int right = 0;
    int all = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      Target target = new Target(shop(seed, endpoints, traffic, rules).placesOfFirst());
      Playback play = playback(seed, endpoints, traffic, rules);
      LongFunction<Fault> faults =
          pane -> {
            long since = (pane - WARM) % apart;
            boolean on = pane >= WARM && pane < WARM + repeats * apart && since < length;
            return on ? kind.fault(target, pane, pane, pane + 1, factor, more) : Fault.NONE;
          };
      play.play(WARM + repeats * apart + 40, faults);
      all += play.alerts().size();
      for (int repeat = 0; repeat < repeats; repeat++) {
        long from = WARM + repeat * apart;
        Optional<Incident> found = play.alerts(from, from + length).stream().findFirst();
        if (found.isPresent()) {
          fire.add(Playback.minutesToFire(found.get(), from));
          end.add(play.minutesToEnd(found.get(), from + length));
          String service = play.last(found.get()).culprit().subject().service();
          right += service.equals(target.edge().callee()) ? 1 : 0;
        }
      }
    }
    print(
        "| %s | %d | %d of %d | %d | %s | %s | %d |",
        name,
        endpoints,
        fire.size(),
        seeds * repeats,
        right,
        summary(fire),
        summary(end),
        all - fire.size());
  }

  private static String summary(List<Double> minutes) {
    List<Double> sorted = minutes.stream().sorted().toList();
    return sorted.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT,
            "%.1f (at most %.1f)",
            sorted.get(sorted.size() / 2),
            sorted.get(sorted.size() - 1));
  }

  private static Playback playback(
      long seed, int endpoints, Traffic traffic, DetectionRules rules) {
    return new Playback(shop(seed, endpoints, traffic, rules), rules);
  }

  private static SyntheticShop shop(
      long seed, int endpoints, Traffic traffic, DetectionRules rules) {
    return new SyntheticShop(seed, endpoints, rules.scale(), traffic);
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
