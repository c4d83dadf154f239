package io.tracemill.analysis.signature;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The canonical forms written out as text: slow, recursive, by the letter of semantics 6. */
final class WrittenForms {
  private final Fold fold;
  private final long tolerance;
  private final SignatureCalculator calculator;

  WrittenForms(Fold fold, long tolerance) {
    this.fold = fold;
    this.tolerance = tolerance;
    calculator = new SignatureCalculator(fold, tolerance);
  }

  String structure(Call call) {
    return call.children().stream()
        .map(child -> mark(child) + structure(child))
        .sorted()
        .collect(joining(",", written(call.frame()) + "(", ")"));
  }

  String flow(Call call) {
    StringBuilder form = new StringBuilder(written(call.frame())).append('(');
    for (List<Call> run : runs(call)) {
      Call first = run.get(0);
      form.append(fold.bucket(run.size())).append('x').append(mark(first)).append(flow(first));
      form.append(',');
    }
    return form.append(')').toString();
  }

  /** The children in the order of the flow form; equal ones in succession are one run. */
  List<List<Call>> runs(Call call) {
    List<List<Call>> runs = new ArrayList<>();
    String last = "";
    for (Call child : inFlowOrder(call.children())) {
      String form = mark(child) + flow(child);
      if (!form.equals(last)) {
        runs.add(new ArrayList<>());
      }
      runs.get(runs.size() - 1).add(child);
      last = form;
    }
    return runs;
  }

  private List<Call> inFlowOrder(List<Call> children) {
    Comparator<Call> byIdentity = byIdentity(child -> signatures(child).flow());
    Comparator<Call> byStart =
        comparingLong(Call::start).thenComparingLong(Call::end).thenComparing(byIdentity);
    return concurrent(children).stream()
        .sorted(comparing(group -> group.stream().min(byStart).orElseThrow(), byStart))
        .map(group -> group.stream().sorted(byIdentity).toList())
        .flatMap(Collection::stream)
        .toList();
  }

  /** Connected components of overlap. */
  private List<List<Call>> concurrent(List<Call> children) {
    List<List<Call>> groups = new ArrayList<>();
    for (Call child : children) {
      List<Call> joined = new ArrayList<>(List.of(child));
      groups.removeIf(
          group -> {
            boolean joins = group.stream().anyMatch(other -> overlap(child, other) > tolerance);
            return joins && joined.addAll(group);
          });
      groups.add(joined);
    }
    return groups;
  }

  private static long overlap(Call one, Call other) {
    return Math.min(one.end(), other.end()) - Math.max(one.start(), other.start());
  }

  String order(Call call) {
    return events(call.children()).stream()
        .map(Event::text)
        .collect(joining(",", written(call.frame()) + "(", ")"));
  }

  /** A begin, or an end, or both of a child of zero length. */
  private record Event(long time, int rank, int begun, String text) {}

  private List<Event> events(List<Call> children) {
    List<Call> begins =
        children.stream()
            .sorted(
                comparingLong(Call::start)
                    .thenComparing(child -> child.end() > child.start())
                    .thenComparing(byIdentity(child -> signatures(child).order()))
                    .thenComparingLong(Call::end))
            .toList();
    Map<Frame, Integer> numbers = new HashMap<>();
    List<Event> events = new ArrayList<>();
    for (int place = 0; place < begins.size(); place++) {
      Call child = begins.get(place);
      String name = written(child.frame()) + "#" + numbers.merge(child.frame(), 1, Integer::sum);
      String begin = "+" + name + mark(child) + order(child);
      if (child.end() > child.start()) {
        events.add(new Event(child.start(), 2, place, begin));
        events.add(new Event(child.end(), 0, place, "-" + name));
      } else {
        events.add(new Event(child.start(), 1, place, begin + ",-" + name));
      }
    }
    events.sort(
        comparingLong(Event::time).thenComparingInt(Event::rank).thenComparingInt(Event::begun));
    return events;
  }

  private static Comparator<Call> byIdentity(Function<Call, CallTreeSignature> hash) {
    return comparing(Call::frame).thenComparing(hash).thenComparing(Call::async);
  }

  private Signatures signatures(Call call) {
    return calculator.of(ArrayCallTree.of(call), 0);
  }

  private static String mark(Call call) {
    return call.async() ? "~" : "";
  }

  private static String written(Frame frame) {
    return prefixed(frame.service()) + prefixed(frame.operation());
  }

  private static String prefixed(String name) {
    return name.length() + ":" + name;
  }
}
