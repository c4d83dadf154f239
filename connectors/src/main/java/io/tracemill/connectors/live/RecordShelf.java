package io.tracemill.connectors.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The newest windows of one stream, for each group of records. When full, it drops the group that
 * was written least recently. If only one is left, it drops that group's oldest records.
 *
 * @param <G> what records belong to: an endpoint, which some records lack, or an incident
 */
final class RecordShelf<G> {
  private final int windows;
  private final long maxCharacters;

  /** Least recently written first. */
  private final Map<G, Shelf> shelves = new LinkedHashMap<>();

  private long characters;

  /** Records by the end of their window, then by key. */
  private static final class Shelf {
    private final NavigableMap<Long, Map<String, String>> byWindow = new TreeMap<>();
    private long characters;
  }

  /**
   * An empty shelf.
   *
   * @param windows number of windows to keep of each group
   * @param maxCharacters total size of all records
   */
  RecordShelf(int windows, long maxCharacters) {
    this.windows = windows;
    this.maxCharacters = maxCharacters;
  }

  /** Adds a record, as JSON; ignores it if its window is too old. */
  void accept(G group, long endMillis, String recordKey, String text) {
    Shelf shelf = Optional.ofNullable(shelves.remove(group)).orElseGet(Shelf::new);
    shelves.put(group, shelf);
    Map<String, String> window =
        shelf.byWindow.computeIfAbsent(endMillis, end -> new LinkedHashMap<>());
    String key = recordKey.isEmpty() ? Integer.toString(window.size()) : recordKey;
    String old = window.put(key, text);
    grow(shelf, text.length() - (old == null ? 0 : old.length()));
    while (shelf.byWindow.size() > windows) {
      shelf
          .byWindow
          .pollFirstEntry()
          .getValue()
          .values()
          .forEach(each -> grow(shelf, -each.length()));
    }
    Iterator<Shelf> oldest = shelves.values().iterator();
    while (characters > maxCharacters && shelves.size() > 1) {
      characters -= oldest.next().characters;
      oldest.remove();
    }
    while (characters > maxCharacters) {
      dropOldestRecord(shelf);
    }
    if (shelf.byWindow.isEmpty()) {
      shelves.remove(group);
    }
  }

  private void dropOldestRecord(Shelf shelf) {
    Map<String, String> window = shelf.byWindow.firstEntry().getValue();
    Iterator<String> texts = window.values().iterator();
    grow(shelf, -texts.next().length());
    texts.remove();
    if (window.isEmpty()) {
      shelf.byWindow.pollFirstEntry();
    }
  }

  private void grow(Shelf shelf, long by) {
    shelf.characters += by;
    characters += by;
  }

  /** Removes the records of a group. */
  void remove(G group) {
    Shelf removed = shelves.remove(group);
    characters -= removed == null ? 0 : removed.characters;
  }

  /** The records of a group, newest window first. */
  List<String> of(G group) {
    return Optional.ofNullable(shelves.get(group))
        .map(shelf -> texts(shelf.byWindow.descendingMap().values()))
        .orElse(List.of());
  }

  /** The records of all groups. */
  List<String> all() {
    return shelves.keySet().stream().flatMap(group -> of(group).stream()).toList();
  }

  private static List<String> texts(Collection<Map<String, String>> windows) {
    return windows.stream().flatMap(window -> window.values().stream()).toList();
  }

  /** All records of the newest window. */
  List<String> newestWindow() {
    long newest =
        shelves.values().stream().mapToLong(shelf -> shelf.byWindow.lastKey()).max().orElse(0);
    List<String> texts = new ArrayList<>();
    for (Shelf shelf : shelves.values()) {
      texts.addAll(shelf.byWindow.getOrDefault(newest, Map.of()).values());
    }
    return texts;
  }
}
