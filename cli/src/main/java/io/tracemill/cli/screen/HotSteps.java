package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps in which requests spend their time: the flat call tree of a record, parents before
 * children.
 *
 * @param totalNanos the time of all requests, which is that of all roots: gateways that are looked
 *     through are several
 */
public record HotSteps(List<Node> nodes, long totalNanos) {
  /** Steps with a smaller share of the time are neither followed nor named. */
  private static final double NEGLIGIBLE = 0.005;

  public HotSteps {
    nodes = List.copyOf(nodes);
  }

  /**
   * A node of the tree.
   *
   * @param parent index of the node above, -1 for the first
   * @param label {@code cart GET /carts} for a frame, {@code cart -> db (network/wait)} for an edge
   */
  public record Node(
      int parent, String service, String label, long inclusiveNanos, long exclusiveNanos) {
    private static Node of(JsonNode node) {
      String service = Wording.printable(node.path("service").asText());
      String callee = Wording.printable(node.path("callee").asText());
      return new Node(
          node.path("parent").asInt(-1),
          service,
          callee.isEmpty() ? Wording.frame(node) : service + " -> " + callee + " (network/wait)",
          node.path("inclusiveNanos").asLong(),
          node.path("exclusiveNanos").asLong());
    }
  }

  /**
   * A step and its own time.
   *
   * @param share of the time of all requests, 0 to 1
   */
  public record Step(String service, String label, double share) {
    /** {@code 61 % db SELECT}, as text that does not break across lines. */
    @Override
    public String toString() {
      return Wording.unbroken(Wording.percent(share) + " " + label);
    }
  }

  /** The tree of a profile or of a request's critical path. */
  public static HotSteps of(JsonNode tree) {
    List<Node> nodes = new ArrayList<>();
    tree.forEach(node -> nodes.add(Node.of(node)));
    return new HotSteps(
        nodes,
        nodes.stream().filter(node -> node.parent() < 0).mapToLong(Node::inclusiveNanos).sum());
  }

  /** The steps with the most own time, largest first. Equal names on several paths are one step. */
  public List<Step> top(int limit) {
    Map<String, Step> byLabel = new LinkedHashMap<>();
    for (Node node : nodes) {
      byLabel.merge(
          node.label(),
          step(node),
          (a, b) -> new Step(a.service(), a.label(), a.share() + b.share()));
    }
    return byLabel.values().stream()
        .filter(step -> step.share() >= NEGLIGIBLE)
        .sorted(Comparator.comparingDouble(Step::share).reversed())
        .limit(limit)
        .toList();
  }

  /**
   * Starts at the first step, then follows the child with the most time until no child matters.
   * Leaves out spans that only wait for another service, as the next step names that service.
   */
  List<Step> path() {
    int[] hottestChild = new int[nodes.size()];
    Arrays.fill(hottestChild, -1);
    for (int i = 1; i < nodes.size(); i++) {
      int parent = nodes.get(i).parent();
      if (parent >= 0
          && parent < i
          && nodes.get(i).inclusiveNanos() >= NEGLIGIBLE * totalNanos
          && (hottestChild[parent] < 0
              || nodes.get(i).inclusiveNanos()
                  > nodes.get(hottestChild[parent]).inclusiveNanos())) {
        hottestChild[parent] = i;
      }
    }
    List<Step> steps = new ArrayList<>();
    for (int i = nodes.isEmpty() ? -1 : 0; i >= 0; i = hottestChild[i]) {
      int above = nodes.get(i).parent();
      int below = hottestChild[i];
      if (above < 0 || below < 0 || !onlyWaits(i, above, below)) {
        steps.add(step(nodes.get(i)));
      }
    }
    return steps;
  }

  private boolean onlyWaits(int node, int above, int below) {
    String service = nodes.get(node).service();
    return service.equals(nodes.get(above).service())
        && !service.equals(nodes.get(below).service())
        && step(nodes.get(node)).share() < NEGLIGIBLE;
  }

  private Step step(Node node) {
    double share = totalNanos == 0 ? 0 : (double) node.exclusiveNanos() / totalNanos;
    return new Step(node.service(), node.label(), share);
  }
}
