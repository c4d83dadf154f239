package io.tracemill.analysis.signature;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The canonical form written out as text: slow, recursive, by the letter of semantics 6. */
final class WrittenForms {
  private final Fold fold;
  private final CategoryCalculator calculator = new CategoryCalculator();

  WrittenForms(Fold fold) {
    this.fold = fold;
  }

  /** The form of the request whose first span is {@code call}. */
  String category(Call call) {
    return runs(call).stream()
        .map(run -> fold.bucket(run.size()) + "x" + child(run.get(0)))
        .sorted()
        .collect(joining(",", written(call.frame()) + "(", ")"));
  }

  /** An asynchronous call is a marked leaf, whatever is below it. */
  private String child(Call call) {
    return call.async() ? "~" + written(call.frame()) : category(call);
  }

  /** Equal children are one run; the runs in the order of {@link CanonicalForm}. */
  List<List<Call>> runs(Call call) {
    List<List<Call>> runs = new ArrayList<>();
    String last = "";
    for (Call child : call.children().stream().sorted(byName()).toList()) {
      String form = child(child);
      if (!form.equals(last)) {
        runs.add(new ArrayList<>());
      }
      runs.get(runs.size() - 1).add(child);
      last = form;
    }
    return runs;
  }

  private Comparator<Call> byName() {
    return comparing(Call::frame).thenComparing(this::hash).thenComparing(Call::async);
  }

  private CallTreeSignature hash(Call call) {
    if (!call.async()) {
      return calculator.category(ArrayCallTree.of(call), 0, fold);
    }
    Hash128 leaf = new Hash128();
    leaf.begin(1, call.frame());
    leaf.finish();
    return new CallTreeSignature(leaf.high(), leaf.low());
  }

  private static String written(Frame frame) {
    return prefixed(frame.service()) + prefixed(frame.operation());
  }

  private static String prefixed(String name) {
    return name.length() + ":" + name;
  }
}
