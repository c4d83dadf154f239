package io.tracemill.analysis.request;

import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

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

  /** Numbers of the current span's attributes so far. */
  private final BitSet said = new BitSet();

  RequestAttributes(List<String> keys) {
    this.keys = keys;
    lastService = new int[keys.size()];
    lastValue = new int[keys.size()];
  }

  /** The attributes of the request at {@code root}. */
  List<RequestAttribute> of(TraceTree tree, int root) {
    if (!tree.attributed()) {
      return List.of();
    }
    NavigableSet<RequestAttribute> found = new TreeSet<>();
    Arrays.fill(lastService, NONE);
    for (int span = root; span < tree.subtreeEnd(root); span++) {
      said.clear();
      for (int part = tree.firstPart(span); part >= 0; part = tree.nextPart(part)) {
        if (tree.attributes(part, cursor)) {
          add(tree.vocabulary(), tree.serviceNumber(span), found);
        }
      }
    }
    return List.copyOf(found);
  }

  /** Adds the attributes of a part of a span that its other parts do not have. */
  private void add(Vocabulary names, int service, NavigableSet<RequestAttribute> found) {
    while (cursor.next()) {
      int key = cursor.key();
      // Spans received before a restart may have attributes from a longer list of keys.
      if (key < keys.size() && !said.get(key)) {
        said.set(key);
        int value = names.attribute(cursor.bytes(), cursor.valueOffset(), cursor.valueLength());
        if (lastService[key] != service || lastValue[key] != value) {
          lastService[key] = service;
          lastValue[key] = value;
          keep(new RequestAttribute(names.text(service), keys.get(key), names.text(value)), found);
        }
      }
    }
  }

  private static void keep(RequestAttribute attribute, NavigableSet<RequestAttribute> found) {
    found.add(attribute);
    if (found.size() > RequestDetails.MAX_ATTRIBUTES) {
      found.pollLast();
    }
  }
}
