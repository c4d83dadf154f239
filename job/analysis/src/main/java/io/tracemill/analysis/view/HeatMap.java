package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Percentiles;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Requests as columns, fastest first, and the frames of their critical paths as rows, the costliest
 * first (CRISP section 6.1.2). All durations are nanoseconds.
 *
 * @param basis the requests that the columns were chosen from
 * @param columns at most {@link #MAX_COLUMNS}
 * @param rows at most {@link #MAX_ROWS}; all further frames are one row, {@code (other)}
 */
public record HeatMap(Basis basis, List<Column> columns, List<Row> rows) {
  /** The maximum number of requests. */
  public static final int MAX_COLUMNS = 100;

  /** The maximum number of frames. */
  public static final int MAX_ROWS = 50;

  private static final int CALL_PATHS = 5;
  private static final int MAX_STEPS = 30;

  /** The frame that sums all frames not shown. */
  public static final Frame OTHER = Frame.of("(other)", "(other)");

  public HeatMap {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /**
   * A request.
   *
   * @param traceId of its trace
   * @param spanId of its first span
   * @param weight number of requests that it stands for
   */
  public record Column(TraceId traceId, long spanId, long durationNanos, double weight) {}

  /**
   * A frame.
   *
   * @param exclusiveNanos by column, its own time on the critical path
   * @param inclusiveNanos by column, with what it called
   * @param percentiles of its own time in all requests, also those without it
   * @param callPaths its costliest call paths, the first step first; long ones lack their beginning
   */
  public record Row(
      Frame frame,
      List<Long> exclusiveNanos,
      List<Long> inclusiveNanos,
      Percentiles percentiles,
      List<CallPath> callPaths) {
    public Row {
      exclusiveNanos = List.copyOf(exclusiveNanos);
      inclusiveNanos = List.copyOf(inclusiveNanos);
      callPaths = List.copyOf(callPaths);
    }
  }

  /** A call path, and its part of the row's own time over all columns. */
  public record CallPath(List<Frame> frames, long exclusiveNanos) {}

  /**
   * The slowest fifth of the columns are the slowest requests, the others are spread evenly over
   * the rest. Requests that were kept in addition are shown with a weight of 0.
   *
   * @param requests it iterates over them twice
   */
  public static HeatMap of(Iterable<KeptRequest> requests, ReplayRules rules) {
    RequestWeights.Builder weights = new RequestWeights.Builder();
    List<Candidate> chosen = choose(requests, weights);
    Map<Integer, Integer> columnOf = new HashMap<>();
    chosen.forEach(each -> columnOf.put(each.number(), columnOf.size()));
    Column[] columns = new Column[chosen.size()];
    Map<Frame, Cells> frames = new TreeMap<>();
    RequestReplay replay = new RequestReplay(rules);
    int number = 0;
    int row = 0;
    for (KeptRequest request : requests) {
      Optional<Integer> column = Optional.ofNullable(columnOf.get(number++));
      boolean counts = RequestWeights.Builder.counts(request);
      if (counts || column.isPresent()) {
        replay.load(request);
        replay.path(0);
      }
      if (counts) {
        count(replay.callTree(), row++, columns.length, frames);
      }
      if (column.isPresent()) {
        enter(replay.callTree(), column.get(), columns.length, frames);
        columns[column.get()] =
            new Column(
                request.traceId(), request.spanId(), request.durationNanos(), request.weight());
      }
    }
    RequestWeights all = weights.build();
    return new HeatMap(all.basis(), List.of(columns), rows(frames, columns.length, all));
  }

  private static void count(
      CallingContextTree tree, int row, int columns, Map<Frame, Cells> frames) {
    for (int node = 0; node < tree.size(); node++) {
      frames
          .computeIfAbsent(tree.step(node).frame(), added -> new Cells(columns))
          .all
          .sum(row, tree.exclusiveNanos(node));
    }
  }

  /** A request, by its number among all. */
  private record Candidate(int number, long durationNanos, long hash) {}

  private static List<Candidate> choose(
      Iterable<KeptRequest> requests, RequestWeights.Builder weights) {
    List<Candidate> all = new ArrayList<>();
    int number = 0;
    for (KeptRequest request : requests) {
      if (request.complete()) {
        all.add(new Candidate(number, request.durationNanos(), request.hash()));
      }
      if (RequestWeights.Builder.counts(request)) {
        weights.add(request);
      }
      number++;
    }
    all.sort(Comparator.comparingLong(Candidate::durationNanos).thenComparingLong(Candidate::hash));
    if (all.size() <= MAX_COLUMNS) {
      return all;
    }
    int slowest = MAX_COLUMNS / 5;
    int spread = MAX_COLUMNS - slowest;
    int rest = all.size() - slowest;
    List<Candidate> chosen = new ArrayList<>();
    for (int i = 0; i < spread; i++) {
      chosen.add(all.get((int) ((long) i * rest / spread)));
    }
    chosen.addAll(all.subList(rest, all.size()));
    return chosen;
  }

  private static final class Cells {
    private final long[] exclusive;
    private final long[] inclusive;

    /** Its own time by request. */
    private final io.tracemill.analysis.view.estimate.Column all =
        new io.tracemill.analysis.view.estimate.Column();

    private final Map<List<Frame>, Long> paths = new HashMap<>();

    Cells(int columns) {
      exclusive = new long[columns];
      inclusive = new long[columns];
    }

    long total() {
      long total = 0;
      for (long nanos : exclusive) {
        total += nanos;
      }
      return total;
    }

    void add(Cells more) {
      for (int i = 0; i < exclusive.length; i++) {
        exclusive[i] += more.exclusive[i];
        inclusive[i] = Math.max(inclusive[i], more.inclusive[i]);
      }
      more.all.forEach(all::add);
    }

    Percentiles percentiles(RequestWeights weights) {
      long[] values = new long[weights.size()];
      all.forEach((row, nanos) -> values[row] += nanos);
      return weights.of(values).percentiles();
    }
  }

  private static void enter(
      CallingContextTree tree, int column, int columns, Map<Frame, Cells> frames) {
    for (int node = 0; node < tree.size(); node++) {
      Frame frame = tree.step(node).frame();
      Cells cells = frames.computeIfAbsent(frame, added -> new Cells(columns));
      cells.exclusive[column] += tree.exclusiveNanos(node);
      if (isOutermost(tree, node)) {
        cells.inclusive[column] += tree.inclusiveNanos(node);
      }
      cells.paths.merge(path(tree, node), tree.exclusiveNanos(node), Long::sum);
    }
  }

  private static boolean isOutermost(CallingContextTree tree, int node) {
    Frame frame = tree.step(node).frame();
    for (int above = tree.parent(node); above >= 0; above = tree.parent(above)) {
      if (tree.step(above).frame().equals(frame)) {
        return false;
      }
    }
    return true;
  }

  private static List<Frame> path(CallingContextTree tree, int node) {
    List<Frame> path = new ArrayList<>();
    for (int at = node; at >= 0 && path.size() < MAX_STEPS; at = tree.parent(at)) {
      path.add(0, tree.step(at).frame());
    }
    return path;
  }

  private static List<Row> rows(Map<Frame, Cells> frames, int columns, RequestWeights weights) {
    List<Map.Entry<Frame, Cells>> ranked =
        frames.entrySet().stream()
            .sorted(
                Comparator.<Map.Entry<Frame, Cells>>comparingLong(e -> -e.getValue().total())
                    .thenComparing(Map.Entry::getKey))
            .toList();
    int shown = ranked.size() <= MAX_ROWS ? ranked.size() : MAX_ROWS - 1;
    List<Row> rows = new ArrayList<>();
    ranked.subList(0, shown).forEach(e -> rows.add(row(e.getKey(), e.getValue(), weights)));
    if (shown < ranked.size()) {
      Cells other = new Cells(columns);
      ranked.subList(shown, ranked.size()).forEach(e -> other.add(e.getValue()));
      rows.add(row(OTHER, other, weights));
    }
    return rows;
  }

  private static Row row(Frame frame, Cells cells, RequestWeights weights) {
    List<CallPath> paths =
        cells.paths.entrySet().stream()
            .map(entry -> new CallPath(entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.<CallPath>comparingLong(path -> -path.exclusiveNanos())
                    .thenComparing(path -> path.frames().toString()))
            .limit(CALL_PATHS)
            .toList();
    return new Row(
        frame, boxed(cells.exclusive), boxed(cells.inclusive), cells.percentiles(weights), paths);
  }

  private static List<Long> boxed(long[] values) {
    List<Long> boxed = new ArrayList<>(values.length);
    for (long value : values) {
      boxed.add(value);
    }
    return boxed;
  }
}
