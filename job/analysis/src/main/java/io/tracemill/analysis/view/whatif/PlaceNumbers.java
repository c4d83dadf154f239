package io.tracemill.analysis.view.whatif;

import io.tracemill.analysis.place.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Small numbers for places, so that sums by place are arrays. */
final class PlaceNumbers {
  private final Map<Place, Integer> numbers = new HashMap<>();
  private final List<Place> places = new ArrayList<>();

  int of(Place place) {
    return numbers.computeIfAbsent(
        place,
        added -> {
          places.add(added);
          return places.size() - 1;
        });
  }

  Place place(int number) {
    return places.get(number);
  }

  int size() {
    return places.size();
  }

  /** By number: whether the place is {@code target} or a part of it. */
  boolean[] partsOf(Place target) {
    boolean[] parts = new boolean[places.size()];
    for (int number = 0; number < parts.length; number++) {
      parts[number] = target.includes(places.get(number));
    }
    return parts;
  }
}
