package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentCursor;
import java.util.List;

/** Tells whether a span's parent is not among the fragments so far. */
final class MissingParents {
  private static final int MIN_PARENTS = 64;

  private final SpanIndex index = new SpanIndex();
  private final FragmentCursor cursor = new FragmentCursor();
  private long[] parents = {};
  private int parentCount;

  /** Whether a span of the first {@code count} fragments has a parent that none of them holds. */
  boolean any(List<Fragment> fragments, int count) {
    int spans = 0;
    for (int i = 0; i < count; i++) {
      spans += fragments.get(i).spans();
    }
    reset(spans);
    for (int i = 0; i < count; i++) {
      enter(fragments.get(i));
    }
    for (int i = 0; i < parentCount; i++) {
      if (index.find(parents[i]) == SpanIndex.NONE) {
        return true;
      }
    }
    return false;
  }

  private void reset(int spans) {
    index.reset(spans);
    parentCount = 0;
    int wanted = Math.max(MIN_PARENTS, spans);
    if (parents.length < wanted || parents.length > 16L * wanted) {
      parents = new long[wanted];
    }
  }

  private void enter(Fragment fragment) {
    cursor.reset(fragment.bytes());
    FragmentCursor.Entry entry = cursor.next();
    while (entry != FragmentCursor.Entry.END) {
      if (entry == FragmentCursor.Entry.SPAN) {
        index.put(cursor.spanId(), 0);
        if (cursor.parentId() != 0) {
          parents[parentCount++] = cursor.parentId();
        }
      }
      entry = cursor.next();
    }
  }
}
