package io.tracemill.analysis.sample;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a sample smaller by its own rule (semantics 7): each group keeps the same number of
 * requests, those with the smallest hashes, and these stand for all of the group.
 */
public final class Thinning {
  private static final Comparator<KeptRequest> BY_HASH =
      ((Comparator<KeptRequest>) (a, b) -> Long.compareUnsigned(a.hash(), b.hash()))
          .thenComparing(KeptRequest::timeMillis);

  private Thinning() {}

  /**
   * At most {@code most} of the requests, or one of each group if there are more groups.
   *
   * @param requests of one sample; those of weight 0 stay out if there are too many
   */
  public static List<KeptRequest> thin(List<KeptRequest> requests, int most) {
    if (requests.size() <= most) {
      return List.copyOf(requests);
    }
    Map<GroupKey, List<KeptRequest>> groups = new HashMap<>();
    for (KeptRequest request : requests) {
      if (request.weight() > 0) {
        groups.computeIfAbsent(GroupKey.of(request), added -> new ArrayList<>()).add(request);
      }
    }
    int each = quota(groups, most);
    List<KeptRequest> kept = new ArrayList<>();
    groups.values().forEach(group -> keep(group, each, kept));
    return kept;
  }

  /** The largest number for which the groups keep at most {@code most} requests; at least 1. */
  private static int quota(Map<GroupKey, List<KeptRequest>> groups, int most) {
    int low = 1;
    int high = most;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      long total = groups.values().stream().mapToLong(g -> Math.min(middle, g.size())).sum();
      if (total <= most) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static void keep(List<KeptRequest> group, int most, List<KeptRequest> out) {
    if (group.size() <= most) {
      out.addAll(group);
      return;
    }
    group.sort(BY_HASH);
    double all = group.stream().mapToDouble(KeptRequest::weight).sum();
    List<KeptRequest> first = group.subList(0, most);
    double scale = all / first.stream().mapToDouble(KeptRequest::weight).sum();
    double below = group.get(most).samplePoint();
    for (KeptRequest request : first) {
      out.add(request.weighing(request.weight() * scale, Math.min(below, request.uniformBelow())));
    }
  }
}
