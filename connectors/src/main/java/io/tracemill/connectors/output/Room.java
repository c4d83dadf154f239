package io.tracemill.connectors.output;

import java.util.List;

/**
 * How much of each name, of each list and of each tree is written, so that a record fits. Names and
 * lists without end are a mistake or an attack, and both are to be shown as well as they can.
 *
 * @param nameBytes of a name in JSON, at most
 * @param items of a list, or nodes of a tree, at most
 */
record Room(int nameBytes, int items) {
  /** More than any list that somebody reads, and than any category's tree has nodes. */
  static final int MOST_ITEMS = 1 << 12;

  /** More than any name that was decoded takes. */
  private static final int MOST_NAME_BYTES = 1 << 13;

  private static final int LEAST_NAME_BYTES = 32;

  /** Room for a record whole. */
  static Room of(int items) {
    return new Room(MOST_NAME_BYTES, items);
  }

  /** Whether there is nothing left to cut: lists of one and names of a few letters. */
  boolean isLeast() {
    return nameBytes == LEAST_NAME_BYTES && items <= 1;
  }

  /** A quarter less. */
  Room less() {
    return new Room(Math.max(LEAST_NAME_BYTES, nameBytes * 3 / 4), Math.max(1, items / 4 * 3));
  }

  /** As much of {@code name} as there is room for, well-formed. */
  String name(String name) {
    return WellFormed.text(name, nameBytes);
  }

  /** The first of {@code list}. */
  <T> List<T> of(List<T> list) {
    return list.size() <= items ? list : list.subList(0, items);
  }
}
