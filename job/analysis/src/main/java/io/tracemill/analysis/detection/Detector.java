package io.tracemill.analysis.detection;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.detection.ChangeTest.Answers;
import io.tracemill.analysis.detection.DetectorState.Endpoint;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds what changed, pane by pane (semantics 8.1 to 8.4): learns what is normal of every place,
 * call and error, asks whether the windows that end now differ from it, spends the alarm budget,
 * and keeps the incidents.
 *
 * <p>Equal panes give equal judgements to the last bit. Memory: at most 4 kB for a call or error
 * and 12 kB for a place, at the limits of {@link Rows} and {@link EndpointRows}. A pane costs about
 * a microsecond a row, and more for each row that looks different. Serves one thread.
 */
public final class Detector {
  /** Surprise from which on panes are kept out of baselines while an incident is open. */
  private static final double SUSPICIOUS = 7;

  /** The newest panes, of which nothing is learned. */
  private static final int NEWEST = 2;

  private static final double COMPARE_LEVEL = 0.01;

  private final DetectionRules rules;
  private final Grid grid;
  private final AlarmBudget budget;
  private final PaneClock clock;
  private final Rows rows;
  private final Variation variation;
  private final EffectSize effects;
  private final Incidents incidents;
  private final Watch watch;

  /** One that knows nothing yet. */
  public Detector(DetectionRules rules) {
    this(
        rules,
        Grid.running(rules.paneMillis()),
        AlarmBudget.perWeek(rules.alarmsPerWeek(), rules.paneMillis()));
  }

  private Detector(DetectionRules rules, Grid grid, AlarmBudget budget) {
    this(rules, grid, budget, new PaneClock(grid), new Variation(grid.paneMillis()));
  }

  private Detector(
      DetectionRules rules, Grid grid, AlarmBudget budget, PaneClock clock, Variation variation) {
    this.rules = rules;
    this.grid = grid;
    this.budget = budget;
    this.clock = clock;
    rows = new Rows(grid, clock);
    this.variation = variation;
    effects = new EffectSize(rules, clock, rows);
    incidents = new Incidents(grid, clock, rows, rules.acceptAfterMillis());
    watch = new Watch(grid, clock, rules.minRequests());
  }

  /** One that goes on where another one was. */
  public static Detector restored(DetectionRules rules, DetectorState state) {
    SystemState system = (SystemState) state.system();
    Detector detector =
        new Detector(
            rules,
            Grid.running(rules.paneMillis()),
            AlarmBudget.perWeek(rules.alarmsPerWeek(), rules.paneMillis()),
            system.clock(),
            system.variation());
    state.endpoints().forEach(part -> detector.rows.restore((EndpointRows) part.rows()));
    detector.rows.restore(system.pooled());
    detector.incidents.restore(system.incidents());
    return detector;
  }

  /**
   * Judges one pane. Panes come in order of time; one without any request need not come, but open
   * incidents end only when panes do.
   *
   * @param endMillis end of the pane, milliseconds since the epoch
   * @param pane one for each endpoint that was seen
   */
  public Judgement judge(long endMillis, Collection<PaneCounts> pane) {
    incidents.beforePane(endMillis);
    clock.begin(endMillis);
    rows.begin();
    incidents.holdNewest();
    List<EndpointRows> seen = count(pane, true);
    rows.learn(clock.first(NEWEST), false);
    rows.pool();
    List<EndpointWatch> states = seen.stream().map(watch::of).toList();
    List<Incident> found = ask(states);
    return new Judgement(endMillis, found, states, incidents.dropped());
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

  private List<Incident> ask(List<EndpointWatch> states) {
    Answers answers = ChangeTest.ask(grid, clock, rows, variation, rules.minRequests());
    List<Question> surprising =
        answers.questions().stream()
            .takeWhile(question -> question.surprise() >= SUSPICIOUS)
            .toList();
    for (Question question : surprising) {
      rows.related(question.key()).forEach(row -> row.suspect(clock, question.first()));
    }
    AlarmMaker maker = new AlarmMaker(grid, clock, rows, effects, rules, answers.questions());
    List<Alarm> alarms =
        budget.alarms(surprising, answers.asked(), rows).stream()
            .flatMap(question -> maker.alarm(question).stream())
            .toList();
    return incidents.take(alarms, blind(states));
  }

  private static Set<Frame> blind(List<EndpointWatch> states) {
    return states.stream()
        .filter(state -> state.state() == WatchState.BLIND)
        .map(EndpointWatch::endpoint)
        .collect(Collectors.toSet());
  }

  /** Whether an incident is open. */
  public boolean hasOpenIncidents() {
    return !incidents.isEmpty();
  }

  /** All that it knows. */
  public DetectorState state() {
    return new DetectorState(
        new SystemState(clock, variation, rows.copyOfPooled(), incidents.copyOfOpen()),
        rows.endpoints().stream()
            .map(of -> new Endpoint(of.endpoint(), of.version(clock), of))
            .toList());
  }

  private record SystemState(
      PaneClock clock,
      Variation variation,
      Map<Place, PooledRow> pooled,
      List<OpenIncident> incidents)
      implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /**
   * What differs between two cohorts, by the same test, at a false discovery rate of 1 %. Their
   * lengths matter, and not their dates.
   *
   * @param rules {@link DetectionRules#paneMillis} is the length of the cohorts' panes
   * @param before panes, each with one of each endpoint that was seen
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
    Grid grid = Grid.comparing(rules.paneMillis(), before.size(), after.size());
    Detector detector = new Detector(rules, grid, AlarmBudget.once(COMPARE_LEVEL));
    List<Collection<PaneCounts>> all = new ArrayList<>(before);
    all.addAll(after);
    for (int pane = 1; pane <= all.size(); pane++) {
      detector.clock.begin(pane * rules.paneMillis());
      detector.rows.begin();
      detector.count(all.get(pane - 1), false);
      detector.rows.learn(detector.clock.firstOfLongest(), pane == all.size());
      detector.rows.pool();
    }
    return detector.ask(List.of());
  }
}
