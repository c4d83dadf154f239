package io.tracemill.analysis.alert;

import static io.tracemill.analysis.alert.SlideSpec.by;
import static io.tracemill.analysis.alert.SlideSpec.call;
import static io.tracemill.analysis.alert.SlideSpec.category;
import static io.tracemill.analysis.alert.SlideSpec.edge;
import static io.tracemill.analysis.alert.SlideSpec.own;
import static io.tracemill.analysis.alert.SlideSpec.place;
import static io.tracemill.analysis.alert.SlideSpec.rules;
import static io.tracemill.analysis.alert.SlideSpec.slide;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Reading.BlockScore;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.quality.WatchState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds however endpoints fare. */
class JudgePropertiesTest {
  private static final int SLIDES = 25;
  private static final List<String> SERVICES = List.of("a", "b", "c", "d");
  private static final List<Subject> SUBJECTS =
      List.of(place("a"), place("b"), call("a", "b"), category(1));
  private static final List<Verdict> VERDICTS =
      List.of(
          SlideSpec.SAME,
          SlideSpec.SAME,
          SlideSpec.SAME,
          SlideSpec.UNDECIDED,
          SlideSpec.GONE,
          SlideSpec.OTHER_WAY,
          SlideSpec.THIN);

  private static List<List<SlideSpec>> story(Random random) {
    List<List<SlideSpec>> story = new ArrayList<>();
    for (int i = 0; i < SLIDES; i++) {
      List<SlideSpec> slides = new ArrayList<>();
      for (String service : SERVICES) {
        if (random.nextInt(8) > 0) {
          slides.add(slideOf(service, random));
        }
      }
      story.add(slides);
    }
    return story;
  }

  private static SlideSpec slideOf(String service, Random random) {
    SlideSpec slide = slide(service).slower(100, 80 + random.nextInt(100));
    if (random.nextInt(10) == 0) {
      slide.is(WatchState.values()[random.nextInt(2)]);
    } else if (random.nextInt(20) == 0) {
      slide.hasNewNormal();
    }
    for (Subject subject : SUBJECTS) {
      Verdict newest = VERDICTS.get(random.nextInt(VERDICTS.size()));
      if (random.nextInt(3) > 0) {
        slide.finds(subject, newest, random.nextInt(1000), culprit(random), culprit(random));
      } else {
        slide.tests(subject, SlideSpec.UNDECIDED, newest);
      }
    }
    return slide.reads(reading(place("a"), random)).reads(reading(call("a", "b"), random));
  }

  private static CulpritChange culprit(Random random) {
    String service = SERVICES.get(random.nextInt(SERVICES.size()));
    return by(random.nextBoolean() ? own(service) : edge("web", service), random.nextInt(90));
  }

  private static Reading reading(Subject subject, Random random) {
    List<BlockScore> blocks = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      blocks.add(new BlockScore(i, random.nextGaussian() * 3, 8));
    }
    boolean slow = random.nextInt(3) > 0;
    Score score =
        slow
            ? new Score(40 + random.nextDouble(), 8, 100, 100, 100, 90_000_000)
            : new Score(random.nextGaussian() * 3, 8, 100, 100, 100, 1000);
    return new Reading(
        subject,
        score,
        score,
        blocks,
        new Side(10, 0.01 * (1 + random.nextInt(3)), 1_000_000L * (1 + random.nextInt(90))),
        new Side(80, 0.8, 91_000_000),
        100_000_000);
  }

  @Property(tries = 100)
  void theOrderOfSlidesDoesNotMatter(@ForAll long seed) {
    Court court = new Court(rules(1, 8));
    Court other = new Court(rules(1, 8));
    Random random = new Random(seed);
    for (List<SlideSpec> slides : story(random)) {
      List<SlideSpec> shuffled = new ArrayList<>(slides);
      Collections.shuffle(shuffled, random);

      assertThat(other.hears(shuffled)).isEqualTo(court.hears(slides));
    }
    assertThat(other.state()).isEqualTo(court.state());
  }

  @Property(tries = 100)
  void whatWasWrittenHasTheSameFuture(@ForAll long seed) {
    Court court = new Court(rules(1, 20));
    Court restored = new Court(rules(1, 20));
    for (List<SlideSpec> slides : story(new Random(seed))) {
      assertThat(restored.hears(slides)).isEqualTo(court.hears(slides));
      restored.restore();
      assertThat(restored.state()).isEqualTo(court.state());
    }
  }

  @Property(tries = 100)
  void everyAlertOfOneIncidentEndsBeforeIt(@ForAll long seed) {
    Court court = new Court(rules(1, 20));
    Map<String, String> incidentOf = new HashMap<>();
    Set<String> open = new HashSet<>();
    Set<String> openIncidents = new HashSet<>();
    for (List<SlideSpec> slides : withSilence(story(new Random(seed)))) {
      Judgement judgement = court.hears(slides);
      for (Alert alert : judgement.alerts()) {
        assertThat(incidentOf.merge(alert.id(), alert.incident(), (before, now) -> before))
            .as("an alert never changes its incident")
            .isEqualTo(alert.incident());
        keep(open, alert.id(), alert.status());
      }
      judgement.incidents().forEach(i -> keep(openIncidents, i.id(), i.status()));
      Set<String> withAlerts = new HashSet<>();
      open.forEach(id -> withAlerts.add(incidentOf.getOrDefault(id, "")));
      assertThat(openIncidents).isEqualTo(withAlerts);
    }
    assertThat(court.judge().isQuiet()).as("silence drains all state").isTrue();
  }

  private static void keep(Set<String> open, String id, Status status) {
    if (status == Status.FIRING) {
      open.add(id);
    } else {
      assertThat(open.remove(id)).as("resolved once").isTrue();
    }
  }

  private static List<List<SlideSpec>> withSilence(List<List<SlideSpec>> story) {
    List<List<SlideSpec>> longer = new ArrayList<>(story);
    longer.addAll(Collections.nCopies(3 * SlideSpec.WINDOW_SLIDES, List.of()));
    return longer;
  }
}
