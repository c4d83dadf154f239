package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The critical calling context tree of an endpoint: parents before their children. */
public record CallTree(List<CallNode> nodes) {
  /** Below this share of the endpoint's time a step is too small to follow or to name. */
  private static final double NEGLIGIBLE = 0.005;

  public CallTree {
    nodes = List.copyOf(nodes);
  }

  /** The flat tree of a record: a profile's {@code tree}, a request's {@code criticalPath}. */
  public static CallTree of(JsonNode flat) {
    List<CallNode> nodes = new ArrayList<>();
    flat.forEach(node -> nodes.add(CallNode.of(node)));
    return new CallTree(nodes);
  }

  /** The steps with most time of their own, most first; equal names on several paths are one. */
  public List<PathShare> topSteps(int limit) {
    Map<String, PathShare> byLabel = new LinkedHashMap<>();
    for (CallNode node : nodes) {
      byLabel.merge(
          node.label(),
          shareOf(node),
          (a, b) -> new PathShare(a.service(), a.label(), a.share() + b.share()));
    }
    return byLabel.values().stream()
        .filter(step -> step.share() >= NEGLIGIBLE)
        .sorted(Comparator.comparingDouble(PathShare::share).reversed())
        .limit(limit)
        .toList();
  }

  /**
   * From the first step always on to the one below with most time in it, until there is none that
   * matters. Spans that only wait for another service and have no time of their own are passed
   * over: they say the same as the step that follows.
   */
  List<PathShare> hottestPath() {
    List<CallNode> path = new ArrayList<>();
    int[] hottestChild = hottestChildren();
    for (int i = nodes.isEmpty() ? -1 : 0; i >= 0; i = hottestChild[i]) {
      if (i == 0 || nodes.get(i).inclusiveNanos() >= NEGLIGIBLE * totalNanos()) {
        path.add(nodes.get(i));
      }
    }
    List<PathShare> steps = new ArrayList<>();
    for (int i = 0; i < path.size(); i++) {
      if (!onlyWaits(path, i)) {
        steps.add(shareOf(path.get(i)));
      }
    }
    return steps;
  }

  private boolean onlyWaits(List<CallNode> path, int i) {
    if (i == 0 || i == path.size() - 1) {
      return false;
    }
    CallNode node = path.get(i);
    return node.service().equals(path.get(i - 1).service())
        && !node.service().equals(path.get(i + 1).service())
        && shareOf(node).share() < NEGLIGIBLE;
  }

  /** By index of the parent; -1 where there is none. The first of equals. */
  private int[] hottestChildren() {
    int[] hottest = new int[nodes.size()];
    Arrays.fill(hottest, -1);
    for (int i = 1; i < nodes.size(); i++) {
      int parent = nodes.get(i).parent();
      if (parent < 0 || parent >= i) {
        continue;
      }
      int rival = hottest[parent];
      if (rival < 0 || nodes.get(i).inclusiveNanos() > nodes.get(rival).inclusiveNanos()) {
        hottest[parent] = i;
      }
    }
    return hottest;
  }

  private PathShare shareOf(CallNode node) {
    long total = totalNanos();
    double share = total == 0 ? 0 : (double) node.exclusiveNanos() / total;
    return new PathShare(node.service(), node.label(), share);
  }

  private long totalNanos() {
    return nodes.isEmpty() ? 0 : nodes.get(0).inclusiveNanos();
  }
}
