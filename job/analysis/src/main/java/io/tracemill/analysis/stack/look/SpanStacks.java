package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.StackSamples;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Nanoseconds by span and stack of a service's process, within the spans' self segments; 12 bytes a
 * pair. A wait counts only in the segment where it ends, and only its part inside that segment. If
 * samples carry the spans' thread ids, a span gets only samples of its own thread.
 *
 * <p>Found in O(samples in the segments + spans log samples).
 */
final class SpanStacks {
  private final StackSamples samples;
  private final SampleKind kind;
  private final int[] begin;
  private int[] stack = new int[64];
  private long[] nanos = new long[64];
  private int size;
  private long periodNanos;

  private final long[] scratch;

  private SpanStacks(StackSamples samples, SampleKind kind, int spans) {
    this.samples = samples;
    this.kind = kind;
    begin = new int[spans + 1];
    scratch = new long[samples.stackCount()];
  }

  static SpanStacks of(List<LocalSpan> spans, StackSamples samples, SampleKind kind) {
    SpanStacks stacks = new SpanStacks(samples, kind, spans.size());
    String process = spans.isEmpty() ? "" : spans.get(0).frame().service();
    Set<String> sampled = sampledThreads(samples, process);
    boolean byThread =
        spans.stream().filter(span -> sampled.contains(span.threadId())).count() * 2 > spans.size();
    for (int i = 0; i < spans.size(); i++) {
      stacks.add(spans.get(i), byThread);
      stacks.begin[i + 1] = stacks.size;
    }
    return stacks;
  }

  /** The ids of the service's threads; a profiler outside the JVM has others than spans. */
  private static Set<String> sampledThreads(StackSamples samples, String process) {
    Set<String> ids = new HashSet<>();
    for (int sample = 0; sample < samples.size(); sample++) {
      if (samples.name(sample).process().equals(process)) {
        ids.add(samples.threadId(sample));
      }
    }
    ids.remove("");
    return ids;
  }

  private void add(LocalSpan span, boolean byThread) {
    int from = size;
    for (int segment = 0; segment < span.self().count(); segment++) {
      int end = samples.firstFrom(span.host(), span.self().endNanos(segment));
      for (int sample = samples.firstFrom(span.host(), span.self().startNanos(segment));
          sample < end;
          sample++) {
        if (samples.kind(sample) == kind && isOf(span, sample, byThread)) {
          long inSegment = samples.timeNanos(sample) - span.self().startNanos(segment);
          long most = kind == SampleKind.WAIT ? inSegment : Long.MAX_VALUE;
          add(samples.stack(sample), Math.min(most, samples.nanos(sample)));
          periodNanos = Math.max(periodNanos, samples.periodNanos(sample));
        }
      }
    }
    for (int i = from; i < size; i++) {
      nanos[i] = scratch[stack[i]];
      scratch[stack[i]] = 0;
    }
  }

  /** For waits, only the span's own thread counts: idle pool threads wait all the time. */
  private boolean isOf(LocalSpan span, int sample, boolean byThread) {
    String id = samples.threadId(sample);
    boolean anyThread = kind == SampleKind.CPU && (!byThread || id.isEmpty());
    return samples.name(sample).process().equals(span.frame().service())
        && (anyThread || (byThread && id.equals(span.threadId())));
  }

  private void add(int itsStack, long more) {
    if (scratch[itsStack] == 0 && more > 0) {
      if (size == stack.length) {
        stack = Arrays.copyOf(stack, 2 * size);
        nanos = Arrays.copyOf(nanos, 2 * size);
      }
      stack[size++] = itsStack;
    }
    scratch[itsStack] += Math.max(0, more);
  }

  /** The longest period of a sample in the spans; 0 if there is none. */
  long periodNanos() {
    return periodNanos;
  }

  /** By stack: its nanoseconds in these spans. */
  double[] sums(int[] spans) {
    double[] sums = new double[scratch.length];
    for (int span : spans) {
      for (int i = begin[span]; i < begin[span + 1]; i++) {
        sums[stack[i]] += nanos[i];
      }
    }
    return sums;
  }

  List<String> frames(int itsStack) {
    return samples.frames(itsStack);
  }
}
