package io.tracemill.analysis.view.tprof;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.tprof.Finding.Kind;
import io.tracemill.analysis.view.tprof.Layers.RequestType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The times of all operations, spans and parts of spans in all four layers (tprof section 3), where
 * a {@link Diagnosis} has the costliest. Within a group, the row that requests wait for longest
 * comes first. Rows are passed on group by group, since there can be very many.
 */
public final class LayerTables {
  private final Layers layers;
  private final Consumer<Row> to;

  /**
   * A row.
   *
   * @param layer 1 to 4
   * @param endpoint the type of the requests; empty in layer 1
   * @param group the structure in layer 3, the order in layer 4
   * @param path calls from the first span down to the one with the part; empty in layers 1 and 2
   * @param part number of the part of the span, from 1 on; empty for whole spans and operations
   * @param before the call that ends the part; empty if it ends with the span
   * @param times of all, normal and slowest requests; in layers 2 to 4 the slowest of the type
   * @param explained the share of the requests' durations for which their critical paths wait
   *     there: of all requests in layer 1, else of those of the type
   */
  public record Row(
      int layer,
      Optional<Frame> endpoint,
      Optional<CallTreeSignature> group,
      Kind kind,
      Frame operation,
      List<Call> path,
      OptionalInt part,
      Optional<Call> before,
      Times times,
      double explained) {
    public Row {
      path = List.copyOf(path);
    }
  }

  /** What is measured; {@code hash} tells the parts of spans apart, and is 0 in layers 1 and 2. */
  private record Key(Kind kind, Frame operation, long hash) {}

  /**
   * A value of each request of an order.
   *
   * @param value its index
   * @param number the number of the part, or -1 for all of the span
   */
  private record Place(Key key, OrderGroup order, int position, int value, int number) {
    double criticalNanos() {
      return number < 0
          ? order.criticalNanos(position)
          : order.sum(order.layout().critical(position, number), false);
    }
  }

  /** The values of one row. */
  private static final class Cell {
    private final Place first;
    private final Column times = new Column();
    private double criticalNanos;

    private Cell(Place first) {
      this.first = first;
    }

    private double criticalNanos() {
      return criticalNanos;
    }
  }

  private LayerTables(Layers layers, Consumer<Row> to) {
    this.layers = layers;
    this.to = to;
  }

  /** Passes on all rows, layer by layer. */
  public static void of(
      Iterable<KeptRequest> kept, DiagnosisParameters parameters, Consumer<Row> to) {
    Layers layers = Layers.of(kept, parameters);
    LayerTables tables = new LayerTables(layers, to);
    tables.addAll();
    for (int layer = 2; layer <= 4; layer++) {
      for (RequestType type : layers.types()) {
        tables.add(layer, type);
      }
    }
  }

  private void addAll() {
    Collection<OrderGroup> orders =
        layers.types().stream().flatMap(type -> type.orders().stream()).toList();
    add(1, Optional.empty(), Optional.empty(), orders);
  }

  private void add(int layer, RequestType type) {
    if (layer == 2) {
      add(layer, Optional.of(type), Optional.empty(), type.orders());
      return;
    }
    type.orders().stream()
        .collect(
            groupingBy(
                layer == 3 ? OrderGroup::structure : OrderGroup::order,
                TreeMap<CallTreeSignature, List<OrderGroup>>::new,
                toList()))
        .forEach((group, orders) -> add(layer, Optional.of(type), Optional.of(group), orders));
  }

  private void add(
      int layer,
      Optional<RequestType> type,
      Optional<CallTreeSignature> group,
      Collection<OrderGroup> orders) {
    Map<Key, Cell> cells = new LinkedHashMap<>();
    for (OrderGroup order : orders) {
      List<Place> places = layer <= 2 ? operations(order) : parts(order, layer);
      List<Cell> cellsOfPlaces =
          places.stream()
              .map(place -> cells.computeIfAbsent(place.key, added -> new Cell(place)))
              .toList();
      for (int i = 0; i < places.size(); i++) {
        cellsOfPlaces.get(i).criticalNanos += places.get(i).criticalNanos();
      }
      for (OrderGroup.Row row : order.rows()) {
        for (int i = 0; i < places.size(); i++) {
          cellsOfPlaces.get(i).times.add(row.request(), row.values()[places.get(i).value]);
        }
      }
    }
    BitSet requests = type.map(RequestType::requests).orElseGet(layers::all);
    double nanos = layers.requests().durationNanos(requests);
    BitSet tail = type.map(RequestType::tail).orElseGet(layers::tail);
    cells.values().stream()
        .sorted(Comparator.comparingDouble(Cell::criticalNanos).reversed())
        .forEach(
            cell ->
                to.accept(
                    row(
                        layer,
                        type.map(RequestType::name),
                        group,
                        cell,
                        Times.of(cell.times, layers.requests().weights(), tail),
                        Finding.share(cell.criticalNanos, nanos))));
  }

  private static List<Place> operations(OrderGroup order) {
    SpanLayout layout = order.layout();
    List<Place> places = new ArrayList<>();
    for (int position = 0; position < layout.size(); position++) {
      if (!layout.elsewhere(position)) {
        Frame frame = layout.frame(position);
        places.add(
            new Place(
                new Key(Kind.OPERATION_SELF, frame, 0),
                order,
                position,
                layout.self(position),
                -1));
        places.add(
            new Place(
                new Key(Kind.OPERATION, frame, 0), order, position, layout.duration(position), -1));
      }
    }
    return places;
  }

  /** Layer 3 has whole spans and the parts between their calls, layer 4 their sub-spans. */
  private static List<Place> parts(OrderGroup order, int layer) {
    SpanLayout layout = order.layout();
    List<Place> places = new ArrayList<>();
    for (int position = 0; position < layout.size(); position++) {
      if (!layout.elsewhere(position)) {
        int[] children = layout.childrenOf(position);
        if (layer == 3) {
          places.add(part(order, Kind.SPAN, position, position, layout.duration(position), -1));
        }
        for (int number = 0; number < children.length; number++) {
          int value =
              layer == 3 ? layout.childDiff(position, number) : layout.subSpan(position, number);
          Kind kind = layer == 3 ? Kind.CHILD_DIFF : Kind.SUB_SPAN;
          places.add(part(order, kind, position, children[number], value, number));
        }
        int last = layout.subSpan(position, children.length);
        if (layer == 4 || children.length > 0) {
          Kind kind = layer == 3 ? Kind.END_DIFF : Kind.SUB_SPAN;
          places.add(part(order, kind, position, position, last, children.length));
        }
      }
    }
    return places;
  }

  private static Place part(
      OrderGroup order, Kind kind, int position, int end, int value, int number) {
    SpanLayout layout = order.layout();
    Key key = new Key(kind, layout.frame(position), layout.partHash(position, end));
    return new Place(key, order, position, value, number);
  }

  private static Row row(
      int layer,
      Optional<Frame> endpoint,
      Optional<CallTreeSignature> group,
      Cell cell,
      Times times,
      double explained) {
    Place place = cell.first;
    SpanLayout layout = place.order.layout();
    boolean ofCall = place.number >= 0 && place.number < layout.children(place.position);
    return new Row(
        layer,
        endpoint,
        group,
        place.key.kind,
        place.key.operation,
        layer <= 2 ? List.of() : layout.path(place.position),
        place.number < 0 ? OptionalInt.empty() : OptionalInt.of(place.number + 1),
        ofCall
            ? Optional.of(layout.call(layout.childrenOf(place.position)[place.number]))
            : Optional.empty(),
        times,
        explained);
  }
}
