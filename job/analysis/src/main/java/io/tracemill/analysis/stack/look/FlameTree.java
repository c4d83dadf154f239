package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.stack.Names;
import io.tracemill.analysis.stack.look.StackExplanation.Flame.Node;
import java.util.ArrayList;
import java.util.List;

/** Stacks merged into a tree of functions. */
final class FlameTree {
  private static final int NONE = -1;
  private static final double MIN_SHARE = 0.001;

  private record Place(int parent, String frame) {}

  private final Names<Place> places = new Names<>();
  private final List<Long> nanos = new ArrayList<>();

  /** Adds a stack below its process. */
  void add(String process, List<String> frames, long more) {
    int node = count(new Place(NONE, process), more);
    for (String frame : frames) {
      node = count(new Place(node, frame), more);
    }
  }

  private int count(Place place, long more) {
    int number = places.number(place);
    if (number == nanos.size()) {
      nanos.add(0L);
    }
    nanos.set(number, nanos.get(number) + more);
    return number;
  }

  /**
   * The tree, a parent before its children, without nodes that have less than 0.1 % of the time.
   */
  List<Node> nodes() {
    long all = 0;
    for (int i = 0; i < places.size(); i++) {
      all += places.get(i).parent() == NONE ? nanos.get(i) : 0;
    }
    int[] kept = new int[places.size()];
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < kept.length; i++) {
      int parent = places.get(i).parent();
      boolean large = nanos.get(i) >= MIN_SHARE * all;
      kept[i] = large ? nodes.size() : NONE;
      if (large) {
        int above = parent == NONE ? NONE : kept[parent];
        nodes.add(new Node(above, places.get(i).frame(), nanos.get(i)));
      }
    }
    return nodes;
  }
}
