package io.tracemill.analysis.deployment;

import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The values of one attribute of a service, and its open rollouts.
 *
 * @param requests how many were seen
 * @param seenMillis end of the last pane with requests
 * @param values at most {@link #MAX_VALUES}
 * @param begunMillis the starts of rollouts in the last hour, at most {@link #MAX_BEGUN}
 * @param dropped number of new values without a deployment, because there were too many
 */
public record ServiceValues(
    String service,
    String attribute,
    long requests,
    long seenMillis,
    List<Value> values,
    List<Rollout> rollouts,
    List<Long> begunMillis,
    long dropped) {
  private static final int MAX_VALUES = 20;

  /** The most deployments of an hour. */
  private static final int MAX_BEGUN = 4;

  /** Values among the first requests are no deployments: the service is new. */
  private static final int LEARNING = 20;

  /** A value that returns is a deployment if this share of enough requests has it. */
  private static final double RETURNS = 0.1;

  private static final int MIN_REQUESTS = 10;

  public ServiceValues {
    values = List.copyOf(values);
    rollouts = List.copyOf(rollouts);
    begunMillis = List.copyOf(begunMillis);
  }

  /**
   * A known value.
   *
   * @param seenMillis end of the last pane with it
   * @param missed requests of the service since then
   * @param weight recent requests with it; each pane counts half as much as the next
   */
  public record Value(String text, long seenMillis, long missed, double weight) {
    private static final long GONE_MILLIS = 300_000;
    private static final int GONE_REQUESTS = 50;

    private boolean gone(long millis) {
      return millis - seenMillis >= GONE_MILLIS && missed >= GONE_REQUESTS;
    }

    private Value missing(List<Seen> pane) {
      return new Value(text, seenMillis, missed + pane.size(), weight / 2);
    }

    private Value with(double more, long millis) {
      return new Value(text, millis, 0, weight / 2 + more);
    }
  }

  /** A service that has shown no value yet. */
  static ServiceValues unknown(String service, String attribute) {
    return new ServiceValues(service, attribute, 0, 0, List.of(), List.of(), List.of(), 0);
  }

  /**
   * The same after another pane.
   *
   * @param pane its requests that passed through the service
   * @param out gets the deployments that have news
   */
  ServiceValues after(List<Seen> pane, long startMillis, long endMillis, Consumer<Deployment> out) {
    Set<String> present = new LinkedHashSet<>();
    pane.stream()
        .sorted(comparingLong(Seen::timeMillis))
        .forEach(each -> present.addAll(each.part().values()));
    Set<String> arriving = new LinkedHashSet<>(present);
    arriving.removeIf(text -> !arrives(text, pane, endMillis));
    List<Long> begun = new ArrayList<>(begunMillis);
    begun.removeIf(millis -> millis <= endMillis - Rollout.LONGEST_MILLIS);
    List<Rollout> begins = begins(arriving, pane);
    int admitted = Math.min(begins.size(), MAX_BEGUN - begun.size());
    begun.addAll(Collections.nCopies(admitted, endMillis));
    List<Rollout> open = new ArrayList<>(rollouts);
    open.addAll(begins.subList(0, admitted));
    List<Value> now = values(present, arriving, pane, endMillis);
    return new ServiceValues(
        service,
        attribute,
        requests + pane.size(),
        pane.isEmpty() ? seenMillis : endMillis,
        now,
        advance(open, now, pane, startMillis, endMillis, out),
        begun,
        dropped + begins.size() - admitted);
  }

  /** The rollouts of arriving values, unless the service is new. */
  private List<Rollout> begins(Set<String> arriving, List<Seen> pane) {
    Optional<Value> leading = values.stream().max(comparingDouble(Value::weight));
    return requests < LEARNING || leading.isEmpty()
        ? List.of()
        : arriving.stream()
            .filter(text -> !text.equals(leading.get().text()))
            .map(text -> Rollout.begin(leading.get().text(), text, firstMillis(text, pane)))
            .toList();
  }

  private static Optional<Value> find(List<Value> values, String text) {
    return values.stream().filter(each -> each.text().equals(text)).findFirst();
  }

  /** Whether the value is new, or was gone and now has a share worth mentioning. */
  private boolean arrives(String text, List<Seen> pane, long endMillis) {
    Optional<Value> known = find(values, text);
    return known.isEmpty()
        || (known.get().gone(endMillis)
            && pane.size() >= MIN_REQUESTS
            && weightOf(text, pane) >= RETURNS * Seen.weight(pane.stream()));
  }

  private static double weightOf(String text, List<Seen> pane) {
    return Seen.weight(pane.stream().filter(each -> each.carries(text)));
  }

  private static long firstMillis(String text, List<Seen> pane) {
    return pane.stream()
        .filter(each -> each.carries(text))
        .mapToLong(Seen::timeMillis)
        .min()
        .orElseThrow();
  }

  /** The known values after the pane. One that is gone stays so until it arrives again. */
  private List<Value> values(
      Set<String> present, Set<String> arriving, List<Seen> pane, long endMillis) {
    if (pane.isEmpty()) {
      return values;
    }
    List<Value> now = new ArrayList<>();
    for (Value each : values) {
      boolean counts =
          present.contains(each.text())
              && (arriving.contains(each.text()) || !each.gone(endMillis));
      now.add(counts ? each.with(weightOf(each.text(), pane), endMillis) : each.missing(pane));
    }
    for (String text : arriving) {
      if (find(values, text).isEmpty()) {
        now.add(new Value(text, endMillis, 0, weightOf(text, pane)));
      }
    }
    while (now.size() > MAX_VALUES) {
      now.remove(now.stream().min(comparingLong(Value::seenMillis)).orElseThrow());
    }
    return now;
  }

  private List<Rollout> advance(
      List<Rollout> open,
      List<Value> now,
      List<Seen> pane,
      long startMillis,
      long endMillis,
      Consumer<Deployment> out) {
    List<Rollout> goOn = new ArrayList<>();
    for (Rollout each : open) {
      boolean ends =
          endMillis - each.sinceMillis() >= Rollout.LONGEST_MILLIS
              || isGone(each.before(), now, endMillis)
              || isGone(each.after(), now, endMillis);
      Rollout next = each.after(pane, startMillis, endMillis, ends);
      if (ends || next.moved() || next.verdict().isPresent() != each.verdict().isPresent()) {
        out.accept(next.record(service, attribute, endMillis, ends));
        next = next.published();
      }
      if (!ends) {
        goOn.add(next);
      }
    }
    return goOn;
  }

  private static boolean isGone(String text, List<Value> now, long endMillis) {
    return find(now, text).map(each -> each.gone(endMillis)).orElse(true);
  }
}
