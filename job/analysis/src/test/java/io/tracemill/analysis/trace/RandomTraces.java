package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceSpec.SpanSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Traces for property tests, the same for equal seeds. Times lie on a coarse grid, so that ties,
 * overlaps, gaps and zero lengths are common.
 */
public final class RandomTraces {
  private static final String[] SERVICES = {"a", "b", "c"};
  private static final String[] HOSTS = {"", "h1", "h2", "h3"};
  private static final String[] OPERATIONS = {"x", "y"};
  private static final String[] VERSIONS = {"1", "2"};
  private static final SpanKind[] KINDS = SpanKind.values();

  private RandomTraces() {}

  /**
   * A trace with one root and no broken link. Children may stick out of their parents, on either
   * side, and a few of them are asynchronous.
   *
   * @param spans how many, at least 1
   * @param grid nanoseconds between two possible times
   */
  public static TraceSpec linked(Random random, int spans, long grid) {
    TraceSpec spec = TraceSpec.trace(random.nextInt(1000) + 1L);
    for (int i = 0; i < spans; i++) {
      if (i == 0) {
        spec.root(pick(random, SERVICES), 0, 100 * grid);
      } else {
        addBelow(spec, spec.spans().get(random.nextInt(i)), random, grid);
      }
      spec.id(spanId(i))
          .operation(pick(random, OPERATIONS))
          .kind(pick(random, KINDS))
          .host(pick(random, HOSTS));
      if (random.nextInt(3) == 0) {
        spec.attribute(
            pick(random, TraceSpec.ATTRIBUTES.toArray(String[]::new)), pick(random, VERSIONS));
      }
    }
    return spec;
  }

  private static void addBelow(TraceSpec spec, SpanSpec parent, Random random, long grid) {
    int room = (int) ((parent.end - parent.start) / grid);
    long start = parent.start + (random.nextInt(room + 7) - 3) * grid;
    long length = random.nextInt(room + 2) * grid;
    spec.root(pick(random, SERVICES), start, start + length).parentId(parent.id);
    if (random.nextInt(12) == 0) {
      spec.async();
    }
  }

  /**
   * A root with children one after the other, each beginning at the end of another one or up to
   * four nanoseconds from it.
   *
   * @param grid nanoseconds between two possible lengths; children take ten to forty of them
   */
  public static TraceSpec sequence(Random random, int spans, long grid) {
    TraceSpec spec = linked(random, spans, grid);
    SpanSpec root = spec.spans().get(0);
    for (SpanSpec span : spec.spans().subList(1, spans)) {
      SpanSpec before = spec.spans().get(random.nextInt(spans));
      span.parentId = root.id;
      span.start = before.end % (80 * grid) + random.nextInt(9) - 4;
      span.end = span.start + (10 + random.nextInt(31)) * grid;
    }
    return spec;
  }

  /**
   * A trace in which anything may be wrong: spans delivered again, ids that clash or are shared,
   * parents that are missing or form cycles, several roots or none.
   */
  public static TraceSpec dirty(Random random, int spans) {
    TraceSpec spec = linked(random, spans, 10);
    for (SpanSpec span : List.copyOf(spec.spans())) {
      spoil(spec, span, random);
    }
    return spec;
  }

  private static void spoil(TraceSpec spec, SpanSpec span, Random random) {
    switch (random.nextInt(20)) {
      case 0 -> spec.spans().add(copy(span));
      case 1 -> copyInto(spec, span).start -= random.nextInt(3) * 10L;
      case 2 -> copyInto(spec, span).kind = pick(random, KINDS);
      case 3 -> copyInto(spec, span).operation = "z";
      case 4 -> {
        span.kind = SpanKind.CLIENT;
        copyInto(spec, span).kind = SpanKind.SERVER;
      }
      case 5 -> span.parentId = 0xDEAD_0000L + random.nextInt(3);
      case 6 -> span.parentId = span.id;
      case 7 -> span.parentId = spec.spans().get(random.nextInt(spec.spans().size())).id;
      case 8 -> span.parentId = 0;
      case 9 -> copyInto(spec, span).attributes.put("region", "other");
      case 10 -> {
        span.part = true;
        copyInto(spec, span).timeless = random.nextBoolean();
      }
      default -> {}
    }
  }

  private static SpanSpec copyInto(TraceSpec spec, SpanSpec span) {
    SpanSpec copy = copy(span);
    spec.spans().add(copy);
    return copy;
  }

  private static SpanSpec copy(SpanSpec span) {
    SpanSpec copy = new SpanSpec(span.service, span.operation, span.start, span.end);
    copy.id = span.id;
    copy.parentId = span.parentId;
    copy.part = span.part;
    copy.kind = span.kind;
    copy.host = span.host;
    copy.async = span.async;
    copy.error = span.error;
    copy.attributes.putAll(span.attributes);
    return copy;
  }

  /** The spans of {@code spec} in another order and in other batches, some of them twice. */
  public static List<Fragment> redelivered(TraceSpec spec, Random random) {
    List<Fragment> fragments = new ArrayList<>(spec.shuffled(random).fragments());
    for (Fragment fragment : List.copyOf(fragments)) {
      if (random.nextInt(3) == 0) {
        fragments.add(fragment);
      }
    }
    Collections.shuffle(fragments, random);
    return fragments;
  }

  /** Odd multiples are all different; half of these ids are negative as signed numbers. */
  private static long spanId(int number) {
    return (number + 1) * 0x9E3779B97F4A7C15L;
  }

  private static <T> T pick(Random random, T[] from) {
    return from[random.nextInt(from.length)];
  }
}
