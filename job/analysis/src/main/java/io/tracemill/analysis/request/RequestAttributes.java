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
 * Collects the attributes of a request's spans. Neighbouring spans mostly have the same service and
 * attributes. So it skips repetitions of the previous span by comparing numbers only.
 */
final class RequestAttributes {
  private static final int NONE = -1;

  /** By number of an attribute in the spans: its key. */
  private final List<String> keys;

  private final AttributeCursor cursor = new AttributeCursor();

  /** By number of an attribute: service and value of the last span that had it. */
  private final int[] lastService;

  private final int[] lastValue;

  RequestAttributes(List<String> keys) {
    this.keys = keys;
    lastService = new int[keys.size()];
    lastValue = new int[keys.size()];
  }

  /** The attributes of the request at {@code root}. */
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

  /** Whether one of the attributes is wanted; tests each at least once, until one is. */
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

  /** Whether one of the current span's attributes is wanted. */
  private boolean any(Vocabulary names, int service, Predicate<RequestAttribute> wanted) {
    while (cursor.next()) {
      int key = cursor.key();
      // Spans received before a restart may have attributes from a longer list of keys.
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
