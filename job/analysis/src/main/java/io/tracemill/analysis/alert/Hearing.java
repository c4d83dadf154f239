package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.SystemTrial.Part;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.statistics.BenjaminiHochberg;
import io.tracemill.analysis.statistics.TestResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All that is said at one slide. False discoveries are controlled over everything that endpoints
 * which are watched have tested, and over what is tested for the system (semantics 8): in that,
 * endpoints with too few requests to be watched have a part too.
 */
final class Hearing {
  private final JudgeRules rules;
  private final SystemTrials ofSystem;
  private final long slideEndMillis;
  private final TreeMap<Frame, EndpointSlide> slides = new TreeMap<>();
  private final Map<Question, Observation> observations = new LinkedHashMap<>();
  private final int possible;

  Hearing(JudgeRules rules, long slideEndMillis, List<EndpointSlide> all) {
    this.rules = rules;
    this.slideEndMillis = slideEndMillis;
    ofSystem = new SystemTrials(rules.mutations());
    all.forEach(slide -> slides.putIfAbsent(slide.endpoint(), slide));
    List<EndpointSlide> watched =
        slides.values().stream().filter(slide -> slide.state() == WatchState.WATCHING).toList();
    possible = observe(watched, ofSystem.of(List.copyOf(slides.values())));
  }

  /** Returns how many of the tests could pass. */
  private int observe(List<EndpointSlide> watched, List<SystemTrial> overAll) {
    List<TestResult> family =
        Stream.concat(
                watched.stream().flatMap(slide -> slide.trials().stream()),
                overAll.stream().map(SystemTrial::trial))
            .map(trial -> trial.window().testOfRelevance())
            .toList();
    BenjaminiHochberg judged = BenjaminiHochberg.of(family, rules.fdr());
    List<Double> qValues = judged.qValues();
    int at = 0;
    for (EndpointSlide slide : watched) {
      observe(slide, qValues.subList(at, at + slide.trials().size()));
      at += slide.trials().size();
    }
    observeSystem(overAll, qValues.subList(at, qValues.size()));
    return judged.familySize() + (int) family.stream().filter(TestResult::ruled).count();
  }

  private void observe(EndpointSlide slide, List<Double> qValues) {
    Map<Subject, Finding> findings = new HashMap<>();
    slide.findings().forEach(finding -> findings.put(finding.trial().subject(), finding));
    for (int i = 0; i < qValues.size(); i++) {
      Trial trial = slide.trials().get(i);
      Optional<Finding> finding = Optional.ofNullable(findings.get(trial.subject()));
      add(
          Question.ofEndpoint(slide.endpoint(), trial.subject()),
          finding.orElseGet(() -> unexplained(trial)),
          qValues.get(i),
          List.of(slide.endpoint()),
          List.of());
    }
  }

  private void observeSystem(List<SystemTrial> trials, List<Double> qValues) {
    List<SystemTrial> discoveries = new ArrayList<>();
    for (int i = 0; i < trials.size(); i++) {
      if (isDiscovery(trials.get(i).trial(), qValues.get(i))) {
        discoveries.add(trials.get(i));
      }
    }
    SystemFindings findings = new SystemFindings(discoveries);
    for (int i = 0; i < trials.size(); i++) {
      SystemTrial trial = trials.get(i);
      boolean discovery = isDiscovery(trial.trial(), qValues.get(i));
      add(
          Question.ofSystem(trial.subject()),
          discovery ? findings.of(trial) : unexplained(trial.trial()),
          qValues.get(i),
          trial.endpoints(),
          trial.parts());
    }
  }

  private void add(
      Question question, Finding finding, double qValue, List<Frame> endpoints, List<Part> parts) {
    observations.put(question, observation(question, finding, qValue, endpoints, parts));
  }

  private Observation observation(
      Question question, Finding finding, double qValue, List<Frame> endpoints, List<Part> parts) {
    EndpointSlide first = slide(endpoints.get(0)).orElseThrow();
    return new Observation(
        question,
        finding,
        qValue,
        isDiscovery(finding.trial(), qValue),
        endpoints,
        parts,
        first.totals(),
        first.window(),
        first.baseline());
  }

  private boolean isDiscovery(Trial trial, double qValue) {
    return qValue <= rules.fdr() && trial.window().relevant() && !trial.window().thin();
  }

  private static Finding unexplained(Trial trial) {
    return new Finding(
        trial, 0, Optional.empty(), List.of(), List.of(), List.of(), List.of(), List.of());
  }

  long slideEndMillis() {
    return slideEndMillis;
  }

  /**
   * What is said of an alert. Of one over all endpoints, the others can say that it is the same as
   * it was; that it is over, only those which have part in it, even one alone, if its part is the
   * largest of those with requests. Alone it can find nothing, and confirm nothing.
   *
   * @param rose the direction of the alert
   */
  Optional<Observation> answerTo(Alert alert, boolean rose, boolean firing) {
    Question question = Question.of(alert);
    Optional<Observation> answer = Optional.ofNullable(observations.get(question));
    if (alert.scope() != Scope.SYSTEM || !firing) {
      return answer;
    }
    return answer
        .filter(all -> all.isSame(rose) || all.isOfAll(notInterior(alert.endpoints())))
        .or(
            () ->
                answerOf(alert.endpoints(), question)
                    .filter(left -> left.isSame(rose) || left.isOf(largestPart(alert))));
  }

  /** Those that are asked: most requests of others may have become parts of requests meanwhile. */
  private List<Frame> notInterior(List<Frame> endpoints) {
    return endpoints.stream()
        .filter(endpoint -> slide(endpoint).filter(EndpointSlide::interior).isEmpty())
        .toList();
  }

  /** The endpoint with the largest part, of those that have requests if any has. */
  private Frame largestPart(Alert alert) {
    return notInterior(alert.endpoints()).stream()
        .filter(
            endpoint ->
                slide(endpoint).filter(slide -> slide.totals().afterTraces() > 0).isPresent())
        .findFirst()
        .orElse(alert.endpoints().get(0));
  }

  private Optional<Observation> answerOf(List<Frame> endpoints, Question question) {
    List<EndpointSlide> theirs =
        endpoints.stream().flatMap(endpoint -> slide(endpoint).stream()).toList();
    return ofSystem
        .of(question.subject(), theirs)
        .map(
            left ->
                observation(
                    question, unexplained(left.trial()), 1, left.endpoints(), left.parts()));
  }

  /**
   * What it means that nothing is said of an alert. Endpoints without requests have no part in it:
   * it is THIN only if none has any, or one that is watched has too few of those it is about. If
   * the one whose part is the largest is blind, the others do not tell.
   */
  Answer silenceOf(Alert alert) {
    List<Frame> endpoints = alert.endpoints();
    boolean blind = endpoints.stream().anyMatch(this::isBlind);
    return isBlind(largestPart(alert)) || (blind && !isWatched(alert)) ? Answer.BLIND : Answer.THIN;
  }

  /** Whether one of its endpoints has requests enough to be judged. */
  boolean isWatched(Alert alert) {
    return alert.endpoints().stream().anyMatch(this::isWatched);
  }

  /** By endpoint, those of the system last. */
  List<Observation> discoveries() {
    return observations.values().stream().filter(Observation::discovery).toList();
  }

  Tested tested() {
    double smallest =
        observations.values().stream()
            .filter(observation -> !observation.discovery())
            .mapToDouble(Observation::qValue)
            .min()
            .orElse(1);
    return new Tested(observations.size(), possible, smallest);
  }

  /** Whether what differed in it has become normal. */
  boolean isOfNewNormal(Frame endpoint) {
    return slide(endpoint).filter(EndpointSlide::newNormal).isPresent();
  }

  /** Whether what differed in it since then has; what differs for a shorter time has not. */
  boolean isOfNewNormal(Frame endpoint, long sinceMillis) {
    return slide(endpoint)
        .filter(EndpointSlide::newNormal)
        .filter(slide -> sinceMillis <= slide.baseline().startMillis())
        .isPresent();
  }

  /**
   * Whether what is normal is not known any more: it learns that anew, or cannot even do that, as
   * its traces cannot be believed.
   */
  boolean hasLostBaseline(Frame endpoint) {
    return slide(endpoint)
        .filter(slide -> slide.state() != WatchState.WATCHING)
        .filter(slide -> slide.baseline().equals(slide.window()))
        .isPresent();
  }

  /**
   * Whether its requests come, but cannot be believed or be compared with anything; without any,
   * there is nothing to see.
   */
  private boolean isBlind(Frame endpoint) {
    return slide(endpoint)
        .filter(slide -> slide.state() != WatchState.WATCHING)
        .filter(slide -> slide.totals().afterTraces() >= rules.mutations().minTraces())
        .isPresent();
  }

  private boolean isWatched(Frame endpoint) {
    return slide(endpoint).filter(slide -> slide.state() == WatchState.WATCHING).isPresent();
  }

  private Optional<EndpointSlide> slide(Frame endpoint) {
    return Optional.ofNullable(slides.get(endpoint));
  }
}
