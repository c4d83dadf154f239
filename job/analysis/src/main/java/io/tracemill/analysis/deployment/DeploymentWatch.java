package io.tracemill.analysis.deployment;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.deployment.VersionedRequest.Part;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds deployments in the panes of kept requests, and judges each once: by requests with the old
 * and the new value at the same time. One thread uses it.
 */
public final class DeploymentWatch {
  /** The most services and attributes; beyond it, the one not seen for longest is forgotten. */
  static final int MAX_SERVICES = 2_000;

  private final Map<Key, ServiceValues> services = new LinkedHashMap<>();
  private long forgotten;

  private record Key(String service, String attribute) {}

  /** A watch that knows what another one wrote. */
  public DeploymentWatch(Collection<ServiceValues> state) {
    state.forEach(each -> services.put(new Key(each.service(), each.attribute()), each));
  }

  /** What it knows, for {@link #DeploymentWatch}. */
  public List<ServiceValues> state() {
    return List.copyOf(services.values());
  }

  /** How many new values and services it had no room for. */
  public long dropped() {
    return forgotten + services.values().stream().mapToLong(ServiceValues::dropped).sum();
  }

  /**
   * Adds the kept requests of a pane; panes come in order.
   *
   * @return deployments that began, moved, were judged or ended
   */
  public List<Deployment> pane(List<VersionedRequest> requests, long startMillis, long endMillis) {
    List<Deployment> news = new ArrayList<>();
    Map<Key, List<Seen>> seen = byService(requests);
    seen.keySet()
        .forEach(
            key ->
                services.computeIfAbsent(
                    key, added -> ServiceValues.unknown(key.service(), key.attribute())));
    services.replaceAll(
        (key, values) ->
            seen.containsKey(key) || !values.rollouts().isEmpty()
                ? values.after(seen.getOrDefault(key, List.of()), startMillis, endMillis, news::add)
                : values);
    while (services.size() > MAX_SERVICES) {
      services.entrySet().stream()
          .min(comparingLong(entry -> entry.getValue().seenMillis()))
          .ifPresent(entry -> services.remove(entry.getKey()));
      forgotten++;
    }
    return news;
  }

  /** Each endpoint has one uniform sample: the smallest of its categories' in this pane. */
  private static Map<Key, List<Seen>> byService(List<VersionedRequest> requests) {
    Map<Frame, Double> below = new HashMap<>();
    requests.forEach(each -> below.merge(each.endpoint(), each.uniformBelow(), Math::min));
    Map<Key, List<Seen>> seen = new LinkedHashMap<>();
    for (VersionedRequest each : requests) {
      boolean uniform = each.samplePoint() < below.getOrDefault(each.endpoint(), 0.0);
      for (Part part : each.parts()) {
        seen.computeIfAbsent(new Key(part.service(), part.attribute()), added -> new ArrayList<>())
            .add(new Seen(each.endpoint(), each.timeMillis(), each.weight(), uniform, part));
      }
    }
    return seen;
  }
}
