package io.tracemill.connectors.live;

import static java.util.Comparator.comparing;

import io.tracemill.analysis.record.CallPath;
import io.tracemill.analysis.sums.ServiceEdge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The steps in which requests spend their time, from a flat call tree of a record. */
public final class HotSteps {
  /** Steps with a smaller share of the time are not followed. */
  public static final double NEGLIGIBLE = 0.005;

  private final List<? extends CallPath<?>> nodes;

  /**
   * The time of all requests is that of all roots: gateways that are looked through are several.
   */
  private final long totalNanos;

  private HotSteps(List<? extends CallPath<?>> nodes) {
    this.nodes = nodes;
    this.totalNanos =
        nodes.stream().filter(node -> node.parent() < 0).mapToLong(CallPath::inclusiveNanos).sum();
  }

  /** The steps of the tree of a profile or of a request's critical path. */
  public static HotSteps of(List<? extends CallPath<?>> tree) {
    return new HotSteps(tree);
  }

  /** All steps, largest first. Equal frames or edges on several paths are one step. */
  public List<StepShare> largestFirst() {
    Map<StepShare, Long> own = new LinkedHashMap<>();
    for (CallPath<?> node : nodes) {
      own.merge(step(node, 0), node.exclusiveNanos(), Long::sum);
    }
    return own.entrySet().stream()
        .map(each -> with(each.getKey(), each.getValue()))
        .sorted(
            comparing(StepShare::share)
                .reversed()
                .thenComparing(StepShare::service)
                .thenComparing(StepShare::operation)
                .thenComparing(StepShare::callee))
        .toList();
  }

  /**
   * Starts at the first step, then follows the child with the most time until no child matters.
   * Leaves out spans that only wait for another service, as the next step names that service.
   */
  public List<StepShare> path() {
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
    List<StepShare> steps = new ArrayList<>();
    for (int i = nodes.isEmpty() ? -1 : 0; i >= 0; i = hottestChild[i]) {
      int above = nodes.get(i).parent();
      int below = hottestChild[i];
      if (above < 0 || below < 0 || !onlyWaits(i, above, below)) {
        steps.add(step(nodes.get(i), nodes.get(i).exclusiveNanos()));
      }
    }
    return steps;
  }

  /** By edge between services, the share of the time behind its calls, at most 1. */
  public Map<ServiceEdge, Double> calls() {
    Map<ServiceEdge, Double> calls = new TreeMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      double behind = share(nodes.get(node).inclusiveNanos());
      call(node).ifPresent(edge -> calls.merge(edge, behind, (a, b) -> Math.min(1, a + b)));
    }
    return calls;
  }

  /** The steps from the first one to the call of an edge with the most time; empty without one. */
  public List<CallPath<?>> pathTo(ServiceEdge edge) {
    Deque<CallPath<?>> path = new ArrayDeque<>();
    IntStream.range(0, nodes.size())
        .boxed()
        .filter(node -> call(node).filter(edge::equals).isPresent())
        .max(comparing(node -> nodes.get(node).inclusiveNanos()))
        .ifPresent(
            last -> {
              for (int node = last; node >= 0; node = parent(node)) {
                path.addFirst(nodes.get(node));
              }
            });
    return List.copyOf(path);
  }

  /** The edge that the node's call takes. A span below an edge's own node is of the same call. */
  private Optional<ServiceEdge> call(int node) {
    CallPath<?> step = nodes.get(node);
    if (step.callee().isPresent()) {
      return Optional.of(new ServiceEdge(step.service(), step.callee().get()));
    }
    return Optional.of(parent(node))
        .filter(parent -> parent >= 0)
        .<CallPath<?>>map(nodes::get)
        .filter(above -> above.callee().isEmpty() && !above.service().equals(step.service()))
        .map(above -> new ServiceEdge(above.service(), step.service()));
  }

  /** The parent of a node; none if it is not before the node, as it has to be. */
  private int parent(int node) {
    int parent = nodes.get(node).parent();
    return parent < node ? parent : -1;
  }

  private boolean onlyWaits(int node, int above, int below) {
    String service = nodes.get(node).service();
    return service.equals(nodes.get(above).service())
        && !service.equals(nodes.get(below).service())
        && share(nodes.get(node).exclusiveNanos()) < NEGLIGIBLE;
  }

  private StepShare step(CallPath<?> node, long nanos) {
    String callee = node.callee().orElse("");
    return new StepShare(
        node.service(), callee.isEmpty() ? node.operation() : "", callee, share(nanos));
  }

  private StepShare with(StepShare step, long nanos) {
    return new StepShare(step.service(), step.operation(), step.callee(), share(nanos));
  }

  private double share(long nanos) {
    return totalNanos == 0 ? 0 : (double) nanos / totalNanos;
  }
}
