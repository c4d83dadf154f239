package io.tracemill.analysis.profile;

import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.errorcost.ErrorCost.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of failed spans for an endpoint's requests (semantics 7.2): exact sums, and the error
 * path by call path. The error path has at most {@value #MAX_NODES} call paths; further ones are
 * left out.
 */
public final class ErrorSums {
  static final int MAX_NODES = 200;

  private static final int NONE = -1;
  private static final long NODE_BYTES = 150;

  private record CallPath(int parent, Frame frame) {}

  private long requests;
  private long workNanos;
  private long erringWorkNanos;
  private long savedNanos;
  private final Map<CallPath, Integer> numbers = new HashMap<>();
  private final List<Node> nodes = new ArrayList<>();

  void add(ErrorCost cost) {
    requests += cost.requests();
    workNanos += cost.workNanos();
    erringWorkNanos += cost.erringWorkNanos();
    savedNanos += cost.savedNanos();
    int[] numberOf = new int[cost.path().size()];
    for (int i = 0; i < numberOf.length; i++) {
      Node node = cost.path().get(i);
      int parent = node.parent() < 0 ? NONE : numberOf[node.parent()];
      numberOf[i] = node.parent() >= 0 && parent == NONE ? NONE : number(parent, node.frame());
      if (numberOf[i] != NONE) {
        nodes.set(numberOf[i], nodes.get(numberOf[i]).plus(node));
      }
    }
  }

  private int number(int parent, Frame frame) {
    CallPath path = new CallPath(parent, frame);
    Integer known = numbers.get(path);
    if (known != null) {
      return known;
    }
    if (nodes.size() >= MAX_NODES) {
      return NONE;
    }
    numbers.put(path, nodes.size());
    nodes.add(new Node(parent, frame, 0, 0, 0, 0));
    return nodes.size() - 1;
  }

  void merge(ErrorSums that) {
    add(that.cost());
  }

  /** The sums, in an order that is independent of the order of requests. */
  public ErrorCost cost() {
    return new ErrorCost(requests, workNanos, erringWorkNanos, savedNanos, inOrder());
  }

  /** In preorder, siblings by frame. */
  private List<Node> inOrder() {
    Map<Integer, List<Integer>> children = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      children.computeIfAbsent(nodes.get(i).parent(), parent -> new ArrayList<>()).add(i);
    }
    List<Node> ordered = new ArrayList<>();
    int[] place = new int[nodes.size()];
    Deque<Integer> open = new ArrayDeque<>();
    push(children.getOrDefault(NONE, List.of()), open);
    while (!open.isEmpty()) {
      int number = open.pop();
      Node node = nodes.get(number);
      place[number] = ordered.size();
      ordered.add(node.below(node.parent() == NONE ? NONE : place[node.parent()]));
      push(children.getOrDefault(number, List.of()), open);
    }
    return ordered;
  }

  private void push(List<Integer> siblings, Deque<Integer> open) {
    siblings.stream()
        .sorted(Comparator.comparing((Integer number) -> nodes.get(number).frame()).reversed())
        .forEach(open::push);
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  long weight() {
    return nodes.size() * NODE_BYTES;
  }

  void write(DataOutput out, ProfileTables tables) throws IOException {
    Varint.write(out, requests);
    Varint.write(out, workNanos);
    Varint.write(out, erringWorkNanos);
    Varint.write(out, savedNanos);
    List<Node> ordered = inOrder();
    Varint.write(out, ordered.size());
    for (Node node : ordered) {
      Varint.write(out, node.parent() + 1L);
      tables.writeFrame(out, node.frame());
      Varint.write(out, node.self());
      Varint.write(out, node.propagated());
      Varint.write(out, node.stopped());
      Varint.write(out, node.exclusiveNanos());
    }
  }

  /** Adds the sums that {@link #write} wrote. */
  void mergeFrom(DataInput in, ProfileTables tables) throws IOException {
    long read = Varint.read(in);
    long work = Varint.read(in);
    long erring = Varint.read(in);
    long saved = Varint.read(in);
    List<Node> path = new ArrayList<>();
    for (int left = Varint.readUpTo(in, MAX_NODES); left > 0; left--) {
      path.add(
          new Node(
              Varint.readUpTo(in, path.size()) - 1,
              tables.readFrame(in),
              Varint.readUpTo(in, Integer.MAX_VALUE),
              Varint.readUpTo(in, Integer.MAX_VALUE),
              Varint.readUpTo(in, Integer.MAX_VALUE),
              Varint.read(in)));
    }
    add(new ErrorCost(read, work, erring, saved, path));
  }
}
