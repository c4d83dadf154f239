package io.tracemill.analysis.alert;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The candidates and alerts that the judge keeps track of. */
final class Docket {
  /** Alerts before candidates, the largest contribution first. */
  private static final Comparator<Life> FIRST =
      Comparator.comparing((Life life) -> !life.isFiring())
          .thenComparingLong(life -> -life.alert().finding().contributionNanos())
          .thenComparing(life -> life.alert().id());

  /** One in so many places there is besides for a candidate, however many alerts fire. */
  private static final int WAITING_PART = 10;

  private final JudgeRules rules;
  private final TreeMap<String, Life> lives = new TreeMap<>();

  Docket(JudgeRules rules) {
    this.rules = rules;
  }

  boolean isEmpty() {
    return lives.isEmpty();
  }

  /**
   * What a slide made of it, each list with the largest contribution first.
   *
   * @param confirmed candidates that are to fire
   */
  record Turn(List<Life> confirmed, List<Life> updated, List<Life> resolved) {
    private static Turn empty() {
      return new Turn(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    private void sort() {
      confirmed.sort(FIRST);
      updated.sort(FIRST);
      resolved.sort(FIRST);
    }
  }

  /** Tells all there are what is said at a slide, and begins with its further discoveries. */
  Turn hear(Hearing hearing) {
    List<Observation> news = news(hearing);
    Turn turn = Turn.empty();
    for (Life life : List.copyOf(lives.values())) {
      switch (life.hear(hearing, rules)) {
        case WAITS -> {}
        case DROPPED -> remove(life);
        case CONFIRMED -> turn.confirmed.add(life);
        case UPDATED -> turn.updated.add(life);
        case RESOLVED -> {
          remove(life);
          turn.resolved.add(life);
        }
      }
    }
    for (Observation discovery : news) {
      Life life = Life.of(discovery, hearing, rules);
      lives.put(life.alert().id(), life);
      if (rules.confirmations() == 0) {
        turn.confirmed.add(life);
      }
    }
    turn.sort();
    return turn;
  }

  /** A discovery that its newest pane denies is over already, or was none. */
  private List<Observation> news(Hearing hearing) {
    Set<Observation.Claim> known =
        lives.values().stream().map(Life::claim).collect(Collectors.toSet());
    return hearing.discoveries().stream()
        .filter(found -> Answer.of(found.trial().newest(), found.rose()) != Answer.GONE)
        .filter(found -> !known.contains(found.claim()))
        .toList();
  }

  private void remove(Life life) {
    lives.remove(life.alert().id());
  }

  /**
   * Gives places to candidates that are to fire, the largest contribution first, and drops those
   * that wait, the smallest first, where they are too many: at most as many as places are free, or
   * a tenth of all places.
   *
   * <p>Where no place is free, a candidate that is to fire takes that of an alert less than half as
   * large, if the incident of that one has another; of less, alerts of about the same size would
   * take turns. Else alerts that fire stay: an incident would never be heard of again. Who finds no
   * place that way waits on.
   *
   * @param turn in which those without a place are not confirmed, or are resolved
   * @return how many candidates had no place, to fire or to wait
   */
  int limit(Turn turn) {
    Set<Life> placeless = new HashSet<>(admit(turn));
    Set<Life> toFire = new HashSet<>(turn.confirmed);
    int free = rules.maxAlerts() - firing().size() - toFire.size();
    List<Life> tooMany =
        lives.values().stream()
            .filter(life -> !life.isFiring() && !toFire.contains(life))
            .sorted(
                Comparator.comparing((Life life) -> !placeless.contains(life)).thenComparing(FIRST))
            .skip(Math.max(free, Math.max(1, rules.maxAlerts() / WAITING_PART)))
            .toList();
    tooMany.forEach(this::remove);
    placeless.addAll(tooMany);
    return placeless.size();
  }

  /** Leaves confirmed who has a place or takes one; returns the others. */
  private Collection<Life> admit(Turn turn) {
    int free = rules.maxAlerts() - firing().size();
    int places = Math.min(Math.max(0, free), turn.confirmed.size());
    List<Life> further = turn.confirmed.subList(places, turn.confirmed.size());
    Deque<Life> placeless = new ArrayDeque<>(further);
    further.clear();
    if (free < 0) {
      // Whoever came would have no place: fewer are allowed than when these began.
      return placeless;
    }
    Set<Life> displaced = new LinkedHashSet<>();
    for (Life smallest : dispensable()) {
      if (placeless.isEmpty() || !isMuchLarger(placeless.getFirst(), smallest)) {
        break;
      }
      remove(smallest);
      smallest.displace();
      displaced.add(smallest);
      turn.confirmed.add(placeless.removeFirst());
    }
    turn.updated.removeAll(displaced);
    turn.resolved.addAll(displaced);
    return placeless;
  }

  /** Alerts whose incidents go on without all of them, the smallest first. */
  private List<Life> dispensable() {
    List<Life> dispensable = new ArrayList<>();
    Set<String> keepOne = new HashSet<>();
    for (Life life : firing()) {
      // The largest of each incident comes first.
      if (!keepOne.add(life.alert().incident())) {
        dispensable.add(life);
      }
    }
    Collections.reverse(dispensable);
    return dispensable;
  }

  private static boolean isMuchLarger(Life candidate, Life alert) {
    long nanos = alert.alert().finding().contributionNanos();
    return candidate.alert().finding().contributionNanos() / 2 > Math.max(0, nanos);
  }

  /** Those that fire, the largest contribution first. */
  List<Life> firing() {
    return lives.values().stream().filter(Life::isFiring).sorted(FIRST).toList();
  }

  void write(DataOutput out) throws IOException {
    Lists.write(out, lives.values(), (to, life) -> life.write(to));
  }

  static Docket read(DataInput in, JudgeRules rules, int version) throws IOException {
    Docket docket = new Docket(rules);
    for (Life life : Lists.read(in, from -> Life.read(from, version))) {
      docket.lives.put(life.alert().id(), life);
    }
    return docket;
  }
}
