package io.tracemill.connectors.output;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * How much of each name and of each list is written, so that a record fits. Names and lists without
 * end are a mistake or an attack, and both are to be shown as well as they can.
 *
 * @param nameBytes of a name in JSON, at most
 * @param items of a list, at most
 */
record Room(int nameBytes, int items) {
  /** More than any name that was decoded takes, and than any list that somebody reads. */
  private static final Room LARGEST = new Room(1 << 13, 1 << 12);

  private static final int LEAST_NAME_BYTES = 32;

  /**
   * The largest one in which the record fits, of sizes that halve: down to lists of one and names
   * of a few letters.
   *
   * @param bytes how large the record becomes in a room
   */
  static Room within(long maxBytes, ToIntFunction<Room> bytes) {
    Room room = LARGEST;
    while (!room.isLeast() && bytes.applyAsInt(room) > maxBytes) {
      room = room.less();
    }
    return room;
  }

  private boolean isLeast() {
    return nameBytes == LEAST_NAME_BYTES && items == 1;
  }

  private Room less() {
    return new Room(Math.max(LEAST_NAME_BYTES, nameBytes / 2), Math.max(1, items / 2));
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
