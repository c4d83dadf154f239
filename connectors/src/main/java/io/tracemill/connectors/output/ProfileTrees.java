package io.tracemill.connectors.output;

import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.EndpointProfile.LatencyClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The call trees of one profile, folded so that together they fit.
 *
 * @param all that of all requests
 * @param classes those of the latency classes, in their order
 */
record ProfileTrees(CallTree all, List<CallTree> classes) {

  /** Trees without nodes. */
  static ProfileTrees none(EndpointProfile profile) {
    CallTree empty = new CallTree.OfRequests(List.of());
    return new ProfileTrees(empty, profile.classes().stream().map(unused -> empty).toList());
  }

  /** The trees of {@code profile}, in {@code maxDepth} levels. */
  static ProfileTrees of(EndpointProfile profile, int maxDepth) {
    List<CallTree> classes = new ArrayList<>();
    for (LatencyClass latencyClass : profile.classes()) {
      classes.add(TreeFold.toDepth(new CallTree.OfRequests(latencyClass.tree()), maxDepth));
    }
    return new ProfileTrees(
        TreeFold.toDepth(new CallTree.OfRequests(profile.tree()), maxDepth), classes);
  }

  /** No fewer bytes than their nodes have as JSON, as far as that can be told at once. */
  long roughBytes() {
    return both().stream().mapToLong(TreeJson::roughBytes).sum();
  }

  /** These trees in {@code maxBytes} of nodes. */
  ProfileTrees within(long maxBytes) {
    List<CallTree> trees = both();
    share(trees, maxBytes);
    return new ProfileTrees(trees.get(0), List.copyOf(trees.subList(1, trees.size())));
  }

  private List<CallTree> both() {
    List<CallTree> trees = new ArrayList<>();
    trees.add(all);
    trees.addAll(classes);
    return trees;
  }

  /**
   * Equal shares of what is left, from the smallest tree on: what one does not need, others get.
   */
  private static void share(List<CallTree> trees, long maxBytes) {
    long[] bytes = trees.stream().mapToLong(TreeJson::bytes).toArray();
    List<Integer> bySize = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      bySize.add(i);
    }
    bySize.sort(Comparator.comparingLong(i -> bytes[i]));
    long bytesLeft = maxBytes;
    int treesLeft = bytes.length;
    for (int i : bySize) {
      long share = Math.min(bytes[i], bytesLeft / treesLeft);
      trees.set(i, TreeFold.toBytes(trees.get(i), share));
      bytesLeft -= share;
      treesLeft--;
    }
  }
}
