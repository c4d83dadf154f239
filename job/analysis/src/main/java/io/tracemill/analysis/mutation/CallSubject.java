package io.tracemill.analysis.mutation;

import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.FlowCalls;
import io.tracemill.analysis.signature.FlowCalls.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A call, and which categories make it.
 *
 * @param makers those that make it so often
 * @param others those that have its caller and don't
 */
record CallSubject(
    CallShare share, List<CallTreeSignature> makers, List<CallTreeSignature> others) {
  /** How often a call has to be made; beyond one, where folded runs begin. */
  private static final int[] AT_LEAST = {1, 2, 3, 5, 9, 17};

  CallSubject {
    makers = List.copyOf(makers);
    others = List.copyOf(others);
  }

  /**
   * The calls of these categories. Which ones they are, and in which requests they are made, is
   * known of all of them before any is cut, so that the limit does not look like a change.
   *
   * @param maxCalls the calls that most requests make
   */
  static List<CallSubject> of(Flows flows, Stretch before, Stretch after, int maxCalls) {
    TreeMap<Call, Integer> calls = new TreeMap<>();
    for (FlowCalls flow : flows.calls().values()) {
      flow.most().forEach((call, most) -> calls.merge(call, most, Math::max));
    }
    List<CallSubject> all =
        calls.keySet().stream()
            .map(call -> of(flows, call, 1))
            .sorted(
                Comparator.comparingDouble((CallSubject call) -> call.part(before, after))
                    .reversed())
            .limit(maxCalls)
            .toList();
    List<CallSubject> subjects = new ArrayList<>();
    for (CallSubject subject : all) {
      Call call = new Call(subject.share.caller(), subject.share.callee());
      subjects.addAll(ofEachNumber(flows, call, calls.getOrDefault(call, 0)));
    }
    return subjects;
  }

  /** A number that the same categories reach as the one before would ask the same again. */
  private static List<CallSubject> ofEachNumber(Flows flows, Call call, int most) {
    List<CallSubject> subjects = new ArrayList<>();
    List<CallTreeSignature> last = List.of();
    for (int atLeast : AT_LEAST) {
      if (atLeast <= most) {
        CallSubject subject = of(flows, call, atLeast);
        if (!subject.makers.equals(last)) {
          subjects.add(subject);
        }
        last = subject.makers;
      }
    }
    return subjects;
  }

  private static CallSubject of(Flows flows, Call call, int atLeast) {
    Set<CallTreeSignature> makers = new TreeSet<>();
    Set<CallTreeSignature> others = new TreeSet<>();
    for (Entry<CallTreeSignature, FlowCalls> flow : flows.calls().entrySet()) {
      FlowCalls of = flow.getValue();
      if (of.callers().contains(call.caller())) {
        (of.most().getOrDefault(call, 0) >= atLeast ? makers : others).add(flow.getKey());
      }
    }
    return new CallSubject(
        new CallShare(call.caller(), call.callee(), atLeast),
        List.copyOf(makers),
        List.copyOf(others));
  }

  /** The part of an endpoint's requests that make it, in the cohort with more of them. */
  private double part(Stretch before, Stretch after) {
    return Math.max(
        (double) before.count(makers) / Math.max(1, before.count()),
        (double) after.count(makers) / Math.max(1, after.count()));
  }
}
