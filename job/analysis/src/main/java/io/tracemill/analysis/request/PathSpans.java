package io.tracemill.analysis.request;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.trace.TraceTree;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Which spans of a large request are kept. */
final class PathSpans {
  private PathSpans() {}

  /**
   * The spans on the critical path with their ancestors. If they are more than {@code maxSpans}, it
   * leaves out those with the least own time on the path; their time then counts for their parents.
   *
   * @param path that of the request at {@code root}
   */
  static BitSet of(TraceTree tree, int root, CriticalPath path, int maxSpans) {
    BitSet spans = new BitSet(tree.subtreeEnd(root));
    spans.set(root);
    int[] longestFirst =
        IntStream.range(0, path.spanCount())
            .boxed()
            .sorted(
                Comparator.comparingLong((Integer place) -> -nanos(path, place))
                    .thenComparing(place -> place))
            .mapToInt(Integer::intValue)
            .toArray();
    int left = maxSpans - 1;
    for (int place : longestFirst) {
      int missing = 0;
      for (int span = path.span(place); !spans.get(span); span = tree.parent(span)) {
        missing++;
      }
      if (missing <= left) {
        left -= missing;
        for (int span = path.span(place); !spans.get(span); span = tree.parent(span)) {
          spans.set(span);
        }
      }
    }
    return spans;
  }

  private static long nanos(CriticalPath path, int place) {
    long nanos = 0;
    for (int section = path.firstSection(place); section < path.endSection(place); section++) {
      nanos += path.sectionTo(section) - path.sectionFrom(section);
    }
    return nanos;
  }
}
