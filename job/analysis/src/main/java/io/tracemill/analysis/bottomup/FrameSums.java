package io.tracemill.analysis.bottomup;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.FrameReader;
import io.tracemill.analysis.span.FrameWriter;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Exact sums by frame over the critical paths of one endpoint's requests, whatever the call path.
 * It also has the calls between frames, on or off critical paths. The time of an edge counts at the
 * frame of its client span. Merging is associative and commutative until a limit is reached;
 * further frames count as {@code (other)}.
 */
public final class FrameSums {
  /** The frame of all frames beyond the limit. */
  public static final Frame OTHER = PathStep.OTHER.frame();

  private static final int MAX_CALLERS = 50;

  /** The most calls; further ones are left out. */
  private static final int MAX_CALLS = 2_000;

  private static final long FRAME_BYTES = 200;
  private static final long CALLER_BYTES = 60;
  private static final long CALL_BYTES = 80;

  /** When known shapes have more parts than this, they are added up and forgotten. */
  private static final int MAX_SHAPE_SIZE = 2_000;

  /**
   * The sums of one frame.
   *
   * @param exclusiveNanos its own time on critical paths
   * @param traces number of requests with it on their critical path
   * @param tracesPresent number of requests that have it, on or off the path
   * @param callers by the frame directly above it on the path, the part of {@code exclusiveNanos};
   *     first spans have no caller
   */
  public record Sum(
      long exclusiveNanos, long traces, long tracesPresent, Map<Frame, Long> callers) {
    public Sum {
      callers = Collections.unmodifiableMap(new TreeMap<>(callers));
    }
  }

  private static final class Entry {
    private long exclusiveNanos;
    private long traces;
    private long tracesPresent;
    private long lastRequest;
    private final Map<Frame, Long> callers = new HashMap<>();

    void addCaller(Frame caller, long nanos) {
      boolean admitted = callers.containsKey(caller) || named(callers) < MAX_CALLERS;
      callers.merge(admitted ? caller : OTHER, nanos, Long::sum);
    }
  }

  private final int maxFrames;
  private final Map<Frame, Entry> frames = new HashMap<>();
  private final Map<RequestShape, Long> shapes = new HashMap<>();
  private final Set<Call> calls = new HashSet<>();
  private int shapeSize;
  private long requests;

  /**
   * @param maxFrames the most frames with a name
   */
  public FrameSums(int maxFrames) {
    this.maxFrames = maxFrames;
  }

  /** Adds a request; it keeps a reference only to its shape. */
  public void add(RequestAnalysis request) {
    requests++;
    CallingContextTree tree = request.criticalPath();
    for (int node = 0; node < tree.size(); node++) {
      Entry entry = entry(tree.step(node).frame());
      entry.exclusiveNanos += tree.exclusiveNanos(node);
      if (entry.lastRequest != requests) {
        entry.lastRequest = requests;
        entry.traces++;
      }
      int above = callerOf(tree, node);
      if (above >= 0) {
        entry.addCaller(tree.step(above).frame(), tree.exclusiveNanos(node));
      }
    }
    if (shapes.merge(request.shape(), 1L, Long::sum) == 1) {
      request.shape().calls().forEach(this::addCall);
      shapeSize += request.shape().size();
      if (shapeSize > MAX_SHAPE_SIZE) {
        enterShapes();
      }
    }
  }

  private void addCall(Call call) {
    if (calls.size() < MAX_CALLS) {
      calls.add(call);
    }
  }

  /** The node of the caller: an edge below its own span's node belongs to the same call. */
  private static int callerOf(CallingContextTree tree, int node) {
    int above = tree.parent(node);
    boolean sameSpan =
        above >= 0
            && tree.step(node).callee().isPresent()
            && tree.step(above).callee().isEmpty()
            && tree.step(above).frame().equals(tree.step(node).frame());
    return sameSpan ? tree.parent(above) : above;
  }

  private Entry entry(Frame frame) {
    @Nullable Entry known = frames.get(frame);
    if (known != null) {
      return known;
    }
    Frame name = named(frames) < maxFrames ? frame : OTHER;
    return frames.computeIfAbsent(name, added -> new Entry());
  }

  /** The number of frames with a name; it lets sums at the limit be read back as written. */
  private static int named(Map<Frame, ?> frames) {
    return frames.size() - (frames.containsKey(OTHER) ? 1 : 0);
  }

  private void enterShapes() {
    shapes.forEach(
        (shape, count) -> shape.frames().forEach(frame -> entry(frame).tracesPresent += count));
    shapes.clear();
    shapeSize = 0;
  }

  /** Adds the sums of {@code that}, which does not change. */
  public void merge(FrameSums that) {
    that.calls.forEach(this::addCall);
    if (frames.size() + that.frames.size() + that.shapeSize > maxFrames) {
      // A fixed order decides which frames keep their names.
      that.sums().forEach(this::merge);
      return;
    }
    that.frames.forEach(
        (frame, more) ->
            merge(frame, more.exclusiveNanos, more.traces, more.tracesPresent, more.callers));
    that.shapes.forEach(
        (shape, count) -> shape.frames().forEach(frame -> entry(frame).tracesPresent += count));
  }

  private void merge(Frame frame, Sum more) {
    merge(frame, more.exclusiveNanos(), more.traces(), more.tracesPresent(), more.callers());
  }

  private void merge(
      Frame frame, long exclusiveNanos, long traces, long present, Map<Frame, Long> callers) {
    Entry entry = entry(frame);
    entry.exclusiveNanos += exclusiveNanos;
    entry.traces += traces;
    entry.tracesPresent += present;
    boolean fits = entry.callers.size() + callers.size() <= MAX_CALLERS;
    (fits ? callers : new TreeMap<>(callers)).forEach(entry::addCaller);
  }

  /** The sums by frame. */
  public Map<Frame, Sum> sums() {
    Map<Frame, long[]> present = new HashMap<>();
    shapes.forEach(
        (shape, count) ->
            shape
                .frames()
                .forEach(frame -> present.computeIfAbsent(frame, f -> new long[1])[0] += count));
    Map<Frame, Sum> sums = new TreeMap<>();
    frames.forEach(
        (frame, entry) ->
            sums.put(
                frame,
                new Sum(entry.exclusiveNanos, entry.traces, entry.tracesPresent, entry.callers)));
    present.forEach(
        (frame, count) -> sums.merge(frame, new Sum(0, 0, count[0], Map.of()), FrameSums::plus));
    return sums;
  }

  /** The direct calls between frames, at most the first 2,000; a view. */
  public Set<Call> calls() {
    return Collections.unmodifiableSet(calls);
  }

  private static Sum plus(Sum a, Sum b) {
    return new Sum(
        a.exclusiveNanos + b.exclusiveNanos,
        a.traces + b.traces,
        a.tracesPresent + b.tracesPresent,
        a.callers);
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  public long weight() {
    long callers = frames.values().stream().mapToLong(entry -> entry.callers.size()).sum();
    return frames.size() * FRAME_BYTES + callers * CALLER_BYTES + calls.size() * CALL_BYTES;
  }

  /** Writes all sums; equal contents have equal bytes. */
  public void write(DataOutput out, FrameWriter names) throws IOException {
    Map<Frame, Sum> sums = sums();
    Varint.write(out, sums.size());
    for (Map.Entry<Frame, Sum> entry : sums.entrySet()) {
      Sum sum = entry.getValue();
      names.write(out, entry.getKey());
      Varint.write(out, sum.exclusiveNanos());
      Varint.write(out, sum.traces());
      Varint.write(out, sum.tracesPresent());
      Varint.write(out, sum.callers().size());
      for (Map.Entry<Frame, Long> caller : sum.callers().entrySet()) {
        names.write(out, caller.getKey());
        Varint.write(out, caller.getValue());
      }
    }
    Varint.write(out, calls.size());
    for (Call call : new TreeSet<>(calls)) {
      names.write(out, call.parent());
      names.write(out, call.child());
    }
  }

  /** Adds the sums that {@link #write} wrote. */
  public void mergeFrom(DataInput in, FrameReader names) throws IOException {
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      Frame frame = names.read(in);
      long exclusiveNanos = Varint.read(in);
      long traces = Varint.read(in);
      long present = Varint.read(in);
      Map<Frame, Long> callers = new HashMap<>();
      for (int more = Varint.readUpTo(in, Integer.MAX_VALUE); more > 0; more--) {
        callers.put(names.read(in), Varint.read(in));
      }
      merge(frame, exclusiveNanos, traces, present, callers);
    }
    for (int left = Varint.readUpTo(in, MAX_CALLS); left > 0; left--) {
      addCall(new Call(names.read(in), names.read(in)));
    }
  }
}
