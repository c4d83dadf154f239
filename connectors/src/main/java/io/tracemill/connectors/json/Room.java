package io.tracemill.connectors.json;

import java.util.List;

/**
 * The maximum length of each name, list and tree, so that a record fits. Endless names and lists
 * are errors or attacks; the record shows as much of them as fits.
 *
 * @param nameBytes maximum bytes of a name in JSON
 * @param items maximum items of a list, or nodes of a tree
 */
public record Room(int nameBytes, int items) {
  /** Longer than any list that a user reads, and larger than the tree of any category. */
  public static final int MOST_ITEMS = 1 << 12;

  /** Longer than any decoded name. */
  private static final int MOST_NAME_BYTES = 1 << 13;

  private static final int LEAST_NAME_BYTES = 32;

  /** Room for a whole record. */
  public static Room of(int items) {
    return new Room(MOST_NAME_BYTES, items);
  }

  /** Whether nothing is left to cut: lists have one item and names a few letters. */
  public boolean isLeast() {
    return nameBytes == LEAST_NAME_BYTES && items <= 1;
  }

  /** A quarter less. */
  public Room less() {
    return new Room(Math.max(LEAST_NAME_BYTES, nameBytes * 3 / 4), Math.max(1, items / 4 * 3));
  }

  /** The part of {@code name} that fits, well-formed. */
  public String name(String name) {
    return WellFormed.text(name, nameBytes);
  }

  /** The first items of {@code list}, as many as fit. */
  public <T> List<T> of(List<T> list) {
    return list.size() <= items ? list : list.subList(0, items);
  }
}
