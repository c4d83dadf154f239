package io.tracemill.connectors.live;

import io.tracemill.analysis.span.Frame;
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
 * The newest windows of one stream, for each endpoint; records without an endpoint count as one
 * endpoint. When full, it drops the endpoint that was written least recently. If only one is left,
 * it drops that endpoint's oldest records.
 */
final class RecordShelf {
  private final int windows;
  private final long maxCharacters;

  /** By endpoint, least recently written first; empty for records without an endpoint. */
  private final Map<Optional<Frame>, Shelf> shelves = new LinkedHashMap<>();

  private long characters;

  /** Records by the end of their window, then by key. */
  private static final class Shelf {
    private final NavigableMap<Long, Map<String, String>> byWindow = new TreeMap<>();
    private long characters;
  }

  /**
   * An empty shelf.
   *
   * @param windows number of windows to keep of each endpoint
   * @param maxCharacters total size of all records
   */
  RecordShelf(int windows, long maxCharacters) {
    this.windows = windows;
    this.maxCharacters = maxCharacters;
  }

  /** Adds a record, as JSON; ignores it if its window is too old. */
  void accept(Optional<Frame> endpoint, long endMillis, String recordKey, String text) {
    Shelf shelf = Optional.ofNullable(shelves.remove(endpoint)).orElseGet(Shelf::new);
    shelves.put(endpoint, shelf);
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
      shelves.remove(endpoint);
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

  /** The records of an endpoint, or those without one, newest window first. */
  List<String> of(Optional<Frame> endpoint) {
    return Optional.ofNullable(shelves.get(endpoint))
        .map(shelf -> texts(shelf.byWindow.descendingMap().values()))
        .orElse(List.of());
  }

  /** The records of all endpoints, and those without one. */
  List<String> all() {
    return shelves.keySet().stream().flatMap(endpoint -> of(endpoint).stream()).toList();
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
