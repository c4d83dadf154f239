package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentCursor;
import java.util.List;

/** Tells whether a span's parent is not among the fragments so far. */
final class MissingParents {
  private final SpanIndex index = new SpanIndex();
  private final FragmentCursor cursor = new FragmentCursor();

  /** Whether a span of the first {@code count} fragments has a parent that none of them holds. */
  boolean any(List<Fragment> fragments, int count) {
    int spans = 0;
    for (int i = 0; i < count; i++) {
      spans += fragments.get(i).spans();
    }
    index.reset(spans);
    for (int i = 0; i < count; i++) {
      enter(fragments.get(i));
    }
    for (int i = 0; i < count; i++) {
      if (misses(fragments.get(i))) {
        return true;
      }
    }
    return false;
  }

  private void enter(Fragment fragment) {
    cursor.reset(fragment.bytes());
    FragmentCursor.Entry entry = cursor.next();
    while (entry != FragmentCursor.Entry.END) {
      if (entry == FragmentCursor.Entry.SPAN) {
        index.put(cursor.spanId(), 0);
      }
      entry = cursor.next();
    }
  }

  private boolean misses(Fragment fragment) {
    cursor.reset(fragment.bytes());
    FragmentCursor.Entry entry = cursor.next();
    while (entry != FragmentCursor.Entry.END) {
      if (entry == FragmentCursor.Entry.SPAN
          && cursor.parentId() != 0
          && index.find(cursor.parentId()) == SpanIndex.NONE) {
        return true;
      }
      entry = cursor.next();
    }
    return false;
  }
}
