package io.tracemill.analysis.anomaly;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.CallTimes;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.sketch.SampleHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Turns critical paths of one endpoint into vectors (CRISP 6.3): the column of a call path holds
 * {@code log(1 + own milliseconds)}, scaled over the training requests that have the path. A
 * request without the path has {@link #ABSENT} there, so that absence is seen too.
 *
 * <p>The {@value #MAX_PATHS} paths of most training requests have a column each. If there are more,
 * one further column holds the time of all other paths. We differ from the paper by the logarithm,
 * its floor of a millisecond, the scale and the limit: without the floor, slivers of microseconds
 * widen every column, and real delays drown. Encoding is linear in the nodes of the request.
 */
public final class CallPathEncoder {
  /**
   * The critical path of a request over the columns (CRISP 6.3: SCPV).
   *
   * @param values by column, in standard deviations of training; {@link CallPathEncoder#ABSENT} for
   *     a path on which the request spent no time
   * @param nanos by column, own time on the critical path; 0 if the path is absent
   */
  public record CallPathVector(float[] values, long[] nanos) {}

  /**
   * Which call paths a request spent time on.
   *
   * @param hash of the set of its known paths
   * @param unseen numbers of its nodes whose paths no training request spent time on
   */
  record CallPathSet(long hash, List<Integer> unseen) {}

  /** The number of paths with a column of their own. */
  public static final int MAX_PATHS = 500;

  /** The value of a path on which a request spent no time. */
  public static final float ABSENT = -3;

  /** The number of paths that are told from unseen ones. */
  static final int MAX_KNOWN = 10_000;

  /** The column of a path on which no training request spent time. */
  static final int NO_COLUMN = -1;

  static final float MIN_DEVIATION = 0.15f;
  private static final int UNKNOWN = -2;
  private static final long BYTES_PER_NODE = 150;
  private static final float MAX_DEVIATIONS = 20;
  private static final float ABSENT_UP_TO = ABSENT + 0.5f;
  private static final double NANOS_PER_MILLI = 1e6;

  private final CallPaths paths;
  private final int[] column;
  private final float[] mean;
  private final float[] deviation;

  /**
   * @param column by node of {@code paths}; {@link #MAX_PATHS} for a path that shares the last one
   */
  CallPathEncoder(CallPaths paths, int[] column, float[] mean, float[] deviation) {
    this.paths = paths;
    this.column = column;
    this.mean = mean;
    this.deviation = deviation;
  }

  /** The encoder for the paths and times of training requests. */
  public static CallPathEncoder of(List<PathTimes> training) {
    CallPaths paths = new CallPaths(MAX_KNOWN, Integer.MAX_VALUE);
    int[] requests = new int[2 * MAX_KNOWN + 1];
    training.forEach(request -> count(request, paths, requests));
    int[] column = columns(paths, requests);
    int width = 1 + Arrays.stream(column).max().orElse(NO_COLUMN);
    CallPathEncoder encoder =
        new CallPathEncoder(paths, column, new float[width], new float[width]);
    encoder.scale(training);
    return encoder;
  }

  private static void count(CallTimes request, CallPaths paths, int[] requests) {
    int[] node = new int[request.size()];
    for (int i = 0; i < node.length; i++) {
      int above = request.parent(i);
      node[i] = paths.child(above == CallPaths.NONE ? above : node[above], request.step(i));
      if (request.exclusiveNanos(i) > 0 && !paths.isOther(node[i])) {
        requests[node[i]]++;
      }
    }
  }

  private static int[] columns(CallPaths paths, int[] requests) {
    int[] seen =
        IntStream.range(0, paths.size())
            .filter(node -> requests[node] > 0)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer node) -> -requests[node])
                    .thenComparing(node -> node))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] column = new int[paths.size()];
    Arrays.fill(column, NO_COLUMN);
    for (int rank = 0; rank < seen.length; rank++) {
      column[seen[rank]] = Math.min(rank, MAX_PATHS);
    }
    return column;
  }

  private void scale(List<PathTimes> training) {
    double[] sum = new double[width()];
    double[] squares = new double[width()];
    int[] count = new int[width()];
    for (CallTimes request : training) {
      long[] nanos = nanos(request);
      for (int j = 0; j < nanos.length; j++) {
        if (nanos[j] > 0) {
          sum[j] += raw(nanos[j]);
          squares[j] += raw(nanos[j]) * raw(nanos[j]);
          count[j]++;
        }
      }
    }
    for (int j = 0; j < sum.length; j++) {
      double average = sum[j] / count[j];
      double variance = Math.max(0, squares[j] / count[j] - average * average);
      mean[j] = (float) average;
      deviation[j] = (float) Math.max(MIN_DEVIATION, Math.sqrt(variance));
    }
  }

  private static double raw(long nanos) {
    return Math.log1p(nanos / NANOS_PER_MILLI);
  }

  /** The number of columns. */
  public int width() {
    return mean.length;
  }

  /** The vector of a request. */
  public CallPathVector encode(CallTimes request) {
    long[] nanos = nanos(request);
    float[] values = new float[nanos.length];
    for (int j = 0; j < values.length; j++) {
      values[j] = nanos[j] > 0 ? scaled(j, nanos[j]) : ABSENT;
    }
    return new CallPathVector(values, nanos);
  }

  private float scaled(int column, long nanos) {
    double value = (raw(nanos) - mean[column]) / deviation[column];
    return (float) Math.max(-MAX_DEVIATIONS, Math.min(MAX_DEVIATIONS, value));
  }

  private long[] nanos(CallTimes request) {
    long[] nanos = new long[width()];
    int[] node = nodes(request);
    int rest = width() > MAX_PATHS ? MAX_PATHS : NO_COLUMN;
    for (int i = 0; i < node.length; i++) {
      int to = columnOf(node[i]) == NO_COLUMN ? rest : columnOf(node[i]);
      if (to != NO_COLUMN) {
        nanos[to] += request.exclusiveNanos(i);
      }
    }
    return nanos;
  }

  private int columnOf(int node) {
    return node == UNKNOWN ? NO_COLUMN : column[node];
  }

  /** Nodes of {@link #paths} by node of the request. */
  private int[] nodes(CallTimes request) {
    int[] node = new int[request.size()];
    for (int i = 0; i < node.length; i++) {
      int above = request.parent(i);
      int parent = above == CallPaths.NONE ? above : node[above];
      int found = parent == UNKNOWN ? UNKNOWN : paths.find(parent, request.step(i));
      node[i] = found == CallPaths.NONE ? UNKNOWN : found;
    }
    return node;
  }

  /** Which paths the request spent time on, by a sum of hashes. It does not build the vector. */
  CallPathSet set(CallTimes request) {
    long hash = 0;
    List<Integer> unseen = new ArrayList<>();
    int[] node = nodes(request);
    for (int i = 0; i < node.length; i++) {
      if (request.exclusiveNanos(i) > 0) {
        if (columnOf(node[i]) == NO_COLUMN) {
          unseen.add(i);
        } else {
          hash += SampleHash.mix(node[i]);
        }
      }
    }
    return new CallPathSet(hash, unseen);
  }

  /** The time that a value of a column stands for; 0 close to {@link #ABSENT}. */
  long nanos(int column, float value) {
    double raw = mean[column] + (double) deviation[column] * value;
    return value <= ABSENT_UP_TO ? 0 : Math.max(0, (long) (Math.expm1(raw) * NANOS_PER_MILLI));
  }

  /** The path of each column, its first step first; {@code (other)} for the shared one. */
  List<List<PathStep>> columnPaths() {
    List<List<PathStep>> all =
        new ArrayList<>(Collections.nCopies(width(), List.of(PathStep.OTHER)));
    for (int node = 0; node < column.length; node++) {
      if (column[node] != NO_COLUMN && column[node] < MAX_PATHS) {
        all.set(column[node], path(node, paths::parent, paths::step));
      }
    }
    return all;
  }

  /** The steps of a node's path, the first one first. */
  static List<PathStep> path(int node, IntUnaryOperator parent, IntFunction<PathStep> step) {
    List<PathStep> steps = new ArrayList<>();
    for (int at = node; at != CallPaths.NONE; at = parent.applyAsInt(at)) {
      steps.add(step.apply(at));
    }
    Collections.reverse(steps);
    return List.copyOf(steps);
  }

  /** About how much memory its paths take, with names as if each node had its own. */
  long heapBytes() {
    long bytes = 0;
    for (int node = 0; node < paths.size(); node++) {
      bytes += BYTES_PER_NODE + Character.BYTES * (long) paths.step(node).toString().length();
    }
    return bytes;
  }

  CallPaths paths() {
    return paths;
  }

  int[] column() {
    return column;
  }

  float[] mean() {
    return mean;
  }

  float[] deviation() {
    return deviation;
  }
}
