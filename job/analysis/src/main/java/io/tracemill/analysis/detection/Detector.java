package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.EndpointRows;
import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.Row;
import io.tracemill.analysis.baseline.Rows;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.detection.ChangeTest.Answers;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.PaneCounts;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds changes, pane by pane (semantics 8.1 to 8.4). It learns a baseline for every place, call
 * and error. It tests whether the windows that end now differ, spends the alarm budget, and keeps
 * the incidents.
 *
 * <p>Equal panes give equal judgements to the last bit. Memory: at most 4 kB for a call or error
 * and 12 kB for a place, at the limits of {@link Rows} and {@link EndpointRows}. A pane costs about
 * a microsecond a row, and more for each row that looks different. Serves one thread.
 */
public final class Detector {
  /** While an incident is open, panes with at least this surprise stay out of baselines. */
  private static final double SUSPICIOUS = 7;

  /** The number of newest panes that baselines leave out. */
  private static final int NEWEST = 2;

  private static final double COMPARE_LEVEL = 0.01;

  private final DetectionRules rules;
  private final AlarmBudget budget;
  private final SystemState system;
  private final PaneClock clock;
  private final Rows rows;
  private final Incidents incidents;
  private final EndpointWatch watch;

  /** The knowledge over all endpoints. */
  private record SystemState(
      PaneClock clock, Variation variation, Map<Place, Row> pooled, List<OpenIncident> open)
      implements Serializable {
    SystemState(PaneClock clock) {
      this(clock, new Variation(clock.paneMillis()), new LinkedHashMap<>(), new ArrayList<>());
    }
  }

  /** A detector without any knowledge. */
  public Detector(DetectionRules rules) {
    this(rules, List.of(new SystemState(PaneClock.running(rules.paneMillis()))));
  }

  /**
   * A detector that continues from the state of another one.
   *
   * @param state of the other detector, which must have the same pane length and time bins
   */
  public Detector(DetectionRules rules, List<? extends Serializable> state) {
    this(
        rules,
        AlarmBudget.perWeek(rules.alarmsPerWeek(), rules.paneMillis()),
        (SystemState) state.get(0),
        state.subList(1, state.size()).stream().map(EndpointRows.class::cast).toList());
  }

  private Detector(
      DetectionRules rules, AlarmBudget budget, SystemState system, List<EndpointRows> known) {
    this.rules = rules;
    this.budget = budget;
    this.system = system;
    clock = system.clock;
    rows = new Rows(clock, system.pooled, known);
    incidents = new Incidents(clock, rows, rules.acceptAfterMillis(), system.open);
    watch = new EndpointWatch(clock, rules.minRequests());
  }

  /**
   * The whole state, in parts for Java's serialization: the system, then each endpoint. The parts
   * are live: write them before the next pane is judged.
   */
  public List<Serializable> state() {
    List<Serializable> parts = new ArrayList<>();
    parts.add(system);
    parts.addAll(rows.endpoints());
    return parts;
  }

  /**
   * Judges one pane. Panes must come in order of time. A pane without requests may be left out, but
   * open incidents end only when a pane comes.
   *
   * @param endMillis end of the pane, milliseconds since the epoch
   * @param pane the counts of each endpoint with requests
   */
  public Judgement judge(long endMillis, Collection<PaneCounts> pane) {
    incidents.beforePane(endMillis);
    clock.begin(endMillis);
    rows.begin();
    incidents.holdNewest();
    List<EndpointRows> seen = count(pane, true);
    rows.learn(clock.first(NEWEST), false);
    rows.pool();
    SortedMap<Frame, Watch> watches = new TreeMap<>();
    seen.forEach(of -> watches.put(of.endpoint(), watch.of(of)));
    List<Incident> found = test(watches);
    return new Judgement(endMillis, found, watches, incidents.dropped());
  }

  /** Counts an endpoint's requests unless too many of its traces are incomplete or late. */
  private List<EndpointRows> count(Collection<PaneCounts> pane, boolean onlyBelievable) {
    List<EndpointRows> seen = new ArrayList<>();
    pane.stream()
        .filter(counts -> !counts.endpoint().equals(PathStep.OTHER.frame()))
        .sorted(Comparator.comparing(PaneCounts::endpoint))
        .forEach(
            counts ->
                rows.admit(counts.endpoint())
                    .ifPresent(
                        of -> {
                          of.see(counts, clock);
                          if (!onlyBelievable || watch.disbelief(of).isEmpty()) {
                            rows.count(of, counts);
                          }
                          seen.add(of);
                        }));
    return seen;
  }

  private List<Incident> test(Map<Frame, Watch> watches) {
    Answers answers = ChangeTest.ask(clock, rows, system.variation, rules.minRequests());
    List<Question> surprising =
        answers.questions().stream()
            .takeWhile(question -> question.surprise() >= SUSPICIOUS)
            .toList();
    for (Question question : surprising) {
      rows.related(question.key()).forEach(row -> row.suspect(clock, question.first()));
    }
    AlarmMaker maker = new AlarmMaker(rules, clock, rows, answers.questions());
    List<Alarm> alarms =
        budget.alarms(surprising, answers.asked()).stream()
            .flatMap(question -> maker.alarm(question).stream())
            .toList();
    Set<Frame> blind =
        watches.entrySet().stream()
            .filter(watched -> watched.getValue().state() == WatchState.BLIND)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    return incidents.take(alarms, blind);
  }

  /** The number of open incidents. */
  public int openIncidents() {
    return system.open.size();
  }

  /** The number of remembered endpoints. */
  public int endpoints() {
    return rows.endpoints().size();
  }

  /**
   * The differences between two cohorts, by the same test, at a false discovery rate of 1 %. The
   * lengths of the cohorts matter, their dates do not.
   *
   * @param rules {@link DetectionRules#paneMillis} is the length of the cohorts' panes
   * @param before panes, each with the counts of each endpoint with requests
   * @param after likewise
   * @return by rank
   */
  public static List<Incident> compare(
      DetectionRules rules,
      List<? extends Collection<PaneCounts>> before,
      List<? extends Collection<PaneCounts>> after) {
    if (before.isEmpty() || after.isEmpty()) {
      return List.of();
    }
    PaneClock clock = PaneClock.comparing(rules.paneMillis(), before.size(), after.size());
    Detector detector =
        new Detector(rules, AlarmBudget.once(COMPARE_LEVEL), new SystemState(clock), List.of());
    List<Collection<PaneCounts>> all = new ArrayList<>(before);
    all.addAll(after);
    for (int pane = 1; pane <= all.size(); pane++) {
      clock.begin(pane * rules.paneMillis());
      detector.rows.begin();
      detector.count(all.get(pane - 1), false);
      detector.rows.learn(clock.firstOfLongest(), pane == all.size());
      detector.rows.pool();
    }
    return detector.test(Map.of());
  }
}
