package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Calls laid out in preorder. */
final class ArrayCallTree implements CallTree {
  private final Call[] calls;
  private final int[] subtreeEnds;

  private ArrayCallTree(int size) {
    calls = new Call[size];
    subtreeEnds = new int[size];
  }

  /** Siblings stand as they were written. */
  static ArrayCallTree of(Call root) {
    ArrayCallTree tree = new ArrayCallTree(size(root));
    tree.lay(root, 0, List::copyOf);
    return tree;
  }

  /** Siblings stand in random order. */
  static ArrayCallTree shuffled(Call root, Random random) {
    ArrayCallTree tree = new ArrayCallTree(size(root));
    tree.lay(
        root,
        0,
        siblings -> {
          List<Call> shuffled = new ArrayList<>(siblings);
          Collections.shuffle(shuffled, random);
          return shuffled;
        });
    return tree;
  }

  /** Each call is the only child of the one before. */
  static ArrayCallTree chain(List<Call> calls) {
    ArrayCallTree tree = new ArrayCallTree(calls.size());
    for (int span = 0; span < calls.size(); span++) {
      tree.calls[span] = calls.get(span);
      tree.subtreeEnds[span] = calls.size();
    }
    return tree;
  }

  private interface Layout {
    List<Call> arrange(List<Call> siblings);
  }

  private int lay(Call call, int span, Layout layout) {
    calls[span] = call;
    int next = span + 1;
    for (Call child : layout.arrange(call.children())) {
      next = lay(child, next, layout);
    }
    subtreeEnds[span] = next;
    return next;
  }

  private static int size(Call call) {
    return 1 + call.children().stream().mapToInt(ArrayCallTree::size).sum();
  }

  int size() {
    return calls.length;
  }

  /** The call at this place, with its subtree. */
  Call call(int span) {
    return calls[span];
  }

  @Override
  public int subtreeEnd(int span) {
    return subtreeEnds[span];
  }

  @Override
  public Frame frame(int span) {
    return calls[span].frame();
  }

  @Override
  public long startNanos(int span) {
    return calls[span].start();
  }

  @Override
  public long endNanos(int span) {
    return calls[span].end();
  }

  @Override
  public boolean async(int span) {
    return calls[span].async();
  }
}
