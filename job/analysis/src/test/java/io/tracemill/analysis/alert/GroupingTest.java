package io.tracemill.analysis.alert;

import static io.tracemill.analysis.alert.SlideSpec.by;
import static io.tracemill.analysis.alert.SlideSpec.category;
import static io.tracemill.analysis.alert.SlideSpec.edge;
import static io.tracemill.analysis.alert.SlideSpec.own;
import static io.tracemill.analysis.alert.SlideSpec.rules;
import static io.tracemill.analysis.alert.SlideSpec.slide;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.change.CulpritChange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupingTest {
  private static final int MANY = 20_000;

  /** Long enough for incidents that are too old. */
  private static final int SLIDES = 150;

  /** How the alerts of one slide hang together. */
  enum Shape {
    /** Each in an endpoint of its own, put down to a service of its own. */
    APART {
      @Override
      List<SlideSpec> slides(int alerts) {
        return each(alerts, i -> "s" + i);
      }
    },
    /** Each in an endpoint of its own, all put down to one service. */
    OF_ONE_SERVICE {
      @Override
      List<SlideSpec> slides(int alerts) {
        return each(alerts, i -> "db");
      }
    },
    /**
     * All in one endpoint, each put down to a service of its own, half a consequence of another.
     */
    OF_ONE_ENDPOINT {
      @Override
      List<SlideSpec> slides(int alerts) {
        SlideSpec slide = slide("web");
        for (int i = 0; i < alerts; i++) {
          slide.finds(
              category(i),
              SlideSpec.SAME,
              i,
              by(own("s" + i), 90),
              by(edge("web", "s" + (i + 1)), 80));
        }
        return List.of(slide);
      }
    };

    abstract List<SlideSpec> slides(int alerts);

    private static List<SlideSpec> each(int alerts, IntFunction<String> service) {
      return IntStream.range(0, alerts)
          .mapToObj(
              i ->
                  slide("s" + i)
                      .finds(category(1), SlideSpec.SAME, i, by(own(service.apply(i)), 90)))
          .toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void twentyThousandAlertsOfOneSlideAreGrouped(Shape shape) {
    Judgement judgement = new Court(rules(0, Integer.MAX_VALUE)).hears(shape.slides(MANY));

    assertThat(judgement.alerts()).hasSize(MANY);
    assertThat(judgement.incidents())
        .hasSize(
            switch (shape) {
              case APART -> MANY;
              case OF_ONE_SERVICE -> 1;
              case OF_ONE_ENDPOINT -> MANY / 2;
            });
  }

  @Property(tries = 20)
  void anAlertIsPutWhereLookingAtAllOthersPutsIt(@ForAll long seed) {
    Random random = new Random(seed);
    int services = 3 + random.nextInt(12);
    Court court = new Court(rules(random.nextInt(2), random.nextBoolean() ? 1000 : 12));
    Reference reference = new Reference();
    for (int i = 0; i < SLIDES; i++) {
      reference.follow(court.hears(slides(services, random)));
    }
  }

  private static List<SlideSpec> slides(int services, Random random) {
    List<SlideSpec> slides = new ArrayList<>();
    for (int service = 0; service < services; service++) {
      SlideSpec slide = slide("s" + service);
      for (int flow = 0; flow < 4; flow++) {
        if (random.nextInt(12) == 0) {
          CulpritChange[] culprits = new CulpritChange[random.nextInt(4)];
          for (int i = 0; i < culprits.length; i++) {
            culprits[i] = culprit("s" + service, "s" + random.nextInt(services), random);
          }
          slide.finds(category(flow), SlideSpec.SAME, random.nextInt(1000), culprits);
        } else {
          slide.tests(
              category(flow), SlideSpec.UNDECIDED, flow == 0 ? SlideSpec.SAME : SlideSpec.GONE);
        }
      }
      slides.add(slide);
    }
    return slides;
  }

  private static CulpritChange culprit(String service, String other, Random random) {
    return by(random.nextBoolean() ? own(other) : edge(service, other), random.nextInt(90));
  }

  /** Asks every incident about each alert, and every alert of it. */
  private static final class Reference {
    private final Map<String, Known> open = new LinkedHashMap<>();

    private static final class Known {
      final String service;
      final Map<String, Alert> firing = new LinkedHashMap<>();
      long sinceMillis = Long.MAX_VALUE;

      Known(String service) {
        this.service = service;
      }
    }

    void follow(Judgement judgement) {
      List<Alert> begins = new ArrayList<>();
      for (Alert alert : judgement.alerts()) {
        Known known = open.get(alert.incident());
        if (alert.status() == Status.RESOLVED) {
          requireNonNull(known).firing.remove(alert.id());
        } else if (known != null && known.firing.containsKey(alert.id())) {
          known.firing.put(alert.id(), alert);
        } else {
          begins.add(alert);
        }
      }
      begins.forEach(this::begin);
      open.values().removeIf(known -> known.firing.isEmpty());
    }

    private void begin(Alert alert) {
      String service = Culprits.top(alert).service();
      String incident =
          first(known -> known.service.equals(service))
              .or(
                  () ->
                      firstNotTooOld(
                          alert, known -> Culprits.mainServices(alert).contains(known.service)))
              .or(() -> firstNotTooOld(alert, known -> explains(known, alert)))
              .orElse(Ids.ofIncident(alert.id()));
      assertThat(alert.incident()).isEqualTo(incident);
      Known known = open.computeIfAbsent(incident, id -> new Known(service));
      known.firing.put(alert.id(), alert);
      known.sinceMillis = Math.min(known.sinceMillis, alert.sinceMillis());
    }

    private Optional<String> first(Predicate<Known> condition) {
      return open.entrySet().stream()
          .filter(entry -> condition.test(entry.getValue()))
          .map(Map.Entry::getKey)
          .findFirst();
    }

    /** Twelve windows. */
    private Optional<String> firstNotTooOld(Alert alert, Predicate<Known> condition) {
      return first(
          known ->
              alert.earliestMillis() - known.sinceMillis <= 12 * alert.window().lengthMillis()
                  && condition.test(known));
    }

    private static boolean explains(Known known, Alert alert) {
      return known.firing.values().stream()
          .filter(other -> !Collections.disjoint(other.endpoints(), alert.endpoints()))
          .anyMatch(other -> !Collections.disjoint(Culprits.main(other), Culprits.main(alert)));
    }
  }
}
