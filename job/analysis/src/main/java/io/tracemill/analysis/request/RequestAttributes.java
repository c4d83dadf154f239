package io.tracemill.analysis.request;

import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Collects the attributes of a request's spans. Neighbours in the tree are mostly of one service
 * and say the same, so what repeats the span before is left out by its numbers alone.
 */
final class RequestAttributes {
  private static final int NONE = -1;

  /** By number of an attribute in the spans: its key. */
  private final List<String> keys;

  private final AttributeCursor cursor = new AttributeCursor();

  /** By number of an attribute: service and value of the span that had it last. */
  private final int[] lastService;

  private final int[] lastValue;

  RequestAttributes(List<String> keys) {
    this.keys = keys;
    lastService = new int[keys.size()];
    lastValue = new int[keys.size()];
  }

  /** The attributes of the request that is the subtree of {@code root}. */
  List<RequestAttribute> of(TraceTree tree, int root) {
    NavigableSet<RequestAttribute> found = new TreeSet<>();
    any(
        tree,
        root,
        attribute -> {
          keep(attribute, found);
          return false;
        });
    return List.copyOf(found);
  }

  /** Whether one of them is wanted; asks about each at least once, until one is. */
  boolean any(TraceTree tree, int root, Predicate<RequestAttribute> wanted) {
    if (!tree.attributed()) {
      return false;
    }
    Arrays.fill(lastService, NONE);
    for (int span = root; span < tree.subtreeEnd(root); span++) {
      if (tree.attributes(span, cursor)
          && any(tree.vocabulary(), tree.serviceNumber(span), wanted)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the span's at hand is wanted. */
  private boolean any(Vocabulary names, int service, Predicate<RequestAttribute> wanted) {
    while (cursor.next()) {
      int key = cursor.key();
      // Spans that were received before a restart may have been kept by a longer list of keys.
      if (key < keys.size()) {
        int value = names.attribute(cursor.bytes(), cursor.valueOffset(), cursor.valueLength());
        if (lastService[key] != service || lastValue[key] != value) {
          lastService[key] = service;
          lastValue[key] = value;
          if (wanted.test(
              new RequestAttribute(names.text(service), keys.get(key), names.text(value)))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static void keep(RequestAttribute attribute, NavigableSet<RequestAttribute> found) {
    found.add(attribute);
    if (found.size() > RequestDetails.MAX_ATTRIBUTES) {
      found.pollLast();
    }
  }
}
