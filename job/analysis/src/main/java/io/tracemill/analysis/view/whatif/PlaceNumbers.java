package io.tracemill.analysis.view.whatif;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Small numbers for places, so that sums by place are arrays. */
final class PlaceNumbers {
  private final Map<Place, Integer> numbers = new HashMap<>();
  private final List<Place> places = new ArrayList<>();

  /** By number of a frame in the vocabulary of {@link #generation}: its place plus one. */
  private int[] operations = {};

  private int generation = -1;

  int of(Place place) {
    return numbers.computeIfAbsent(
        place,
        added -> {
          places.add(added);
          return places.size() - 1;
        });
  }

  /** The number of a span's operation. */
  int operation(TraceTree tree, int span) {
    int frame = tree.frameNumber(span);
    if (generation != tree.vocabulary().generation()) {
      generation = tree.vocabulary().generation();
      operations = new int[0];
    }
    if (frame >= operations.length) {
      operations = Arrays.copyOf(operations, Math.max(64, 2 * frame));
    }
    if (operations[frame] == 0) {
      operations[frame] = of(new Place.Operation(tree.frame(span))) + 1;
    }
    return operations[frame] - 1;
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
