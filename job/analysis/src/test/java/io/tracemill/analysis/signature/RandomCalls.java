package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Trees of calls for property tests. */
final class RandomCalls {
  private static final List<Frame> FRAMES =
      List.of(Frame.of("a", "x"), Frame.of("a", "y"), Frame.of("b", "x"));
  private static final int VARIANTS = 8;

  private RandomCalls() {}

  /** The call, and others that differ from it little or not at all. */
  static List<Call> variants(Call call, Random random) {
    List<Call> variants = new ArrayList<>(List.of(call));
    while (variants.size() < VARIANTS) {
      variants.add(changed(call, random));
    }
    return variants;
  }

  private static Call changed(Call call, Random random) {
    List<Call> children = call.children().stream().map(child -> changed(child, random)).toList();
    boolean moved = random.nextInt(5) == 0;
    long start = call.start() + (moved ? random.nextInt(3) - 1 : 0);
    long end = Math.max(start, call.end() + (moved ? random.nextInt(3) - 1 : 0));
    Frame frame =
        random.nextInt(30) == 0 ? FRAMES.get(random.nextInt(FRAMES.size())) : call.frame();
    return new Call(frame, start, end, call.async() ^ (random.nextInt(40) == 0), children);
  }

  /** The same calls at other times. */
  static Call retimed(Call call, Random random) {
    List<Call> children = call.children().stream().map(child -> retimed(child, random)).toList();
    long start = random.nextInt(100);
    return new Call(call.frame(), start, start + random.nextInt(100), call.async(), children);
  }

  /** Small trees of few names, so that much in them is equal. */
  static Arbitrary<Call> calls() {
    return calls(3);
  }

  private static Arbitrary<Call> calls(int depth) {
    Arbitrary<List<Call>> children =
        depth == 0 ? Arbitraries.just(List.of()) : calls(depth - 1).list().ofMaxSize(4);
    return Combinators.combine(
            Arbitraries.of(FRAMES),
            Arbitraries.longs().between(0, 5),
            Arbitraries.longs().between(0, 4),
            Arbitraries.integers().between(0, 7),
            children)
        .as(
            (frame, start, length, mark, below) ->
                new Call(frame, start, start + length, mark == 0, below));
  }
}
