package io.tracemill.analysis.callingcontext;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.span.Vocabulary;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One {@link PathStep} for each pair of frame and callee that a vocabulary numbers. */
final class PathSteps {
  /** More edges than this are forgotten: there can be one for each frame and service. */
  private static final int MAX_EDGES = 1 << 16;

  private final Vocabulary vocabulary;
  private int generation;
  private @Nullable PathStep[] frames = new PathStep[256];
  private long[] keys = new long[256];
  private @Nullable PathStep[] edges = new PathStep[256];
  private int edgeCount;

  PathSteps(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
  }

  /** The step of a frame, or of its edge to a callee; both are numbers of the vocabulary. */
  PathStep step(int frame, int callee) {
    if (generation != vocabulary.generation() || edgeCount > MAX_EDGES) {
      forget();
    }
    return callee == CriticalPath.NO_CALLEE ? frameStep(frame) : edgeStep(frame, callee);
  }

  private void forget() {
    generation = vocabulary.generation();
    frames = new PathStep[256];
    keys = new long[256];
    edges = new PathStep[256];
    edgeCount = 0;
  }

  private PathStep frameStep(int frame) {
    if (frame >= frames.length) {
      frames = Arrays.copyOf(frames, Math.max(2 * frames.length, frame + 1));
    }
    PathStep known = frames[frame];
    if (known == null) {
      known = PathStep.of(vocabulary.frame(frame));
      frames[frame] = known;
    }
    return known;
  }

  private PathStep edgeStep(int frame, int callee) {
    long key = ((long) frame << 32) | callee;
    int slot = slotOf(key, keys.length);
    for (PathStep known = edges[slot]; known != null; known = edges[slot]) {
      if (keys[slot] == key) {
        return known;
      }
      slot = (slot + 1) & (keys.length - 1);
    }
    PathStep added = PathStep.edge(vocabulary.frame(frame), vocabulary.text(callee));
    keys[slot] = key;
    edges[slot] = added;
    if (2 * ++edgeCount > keys.length) {
      rehash();
    }
    return added;
  }

  private void rehash() {
    long[] oldKeys = keys;
    @Nullable PathStep[] oldEdges = edges;
    keys = new long[2 * oldKeys.length];
    edges = new PathStep[2 * oldKeys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldEdges[i] != null) {
        int slot = slotOf(oldKeys[i], keys.length);
        while (edges[slot] != null) {
          slot = (slot + 1) & (keys.length - 1);
        }
        keys[slot] = oldKeys[i];
        edges[slot] = oldEdges[i];
      }
    }
  }

  private static int slotOf(long key, int slots) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & (slots - 1);
  }
}
