package io.tracemill.analysis.view.tprof;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.tprof.Finding.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps every time of every span under a readable name: the definitions of tprof's section 3,
 * written down as slowly and plainly as they read. It takes only the order of siblings that begin
 * at the same time from the code that it checks.
 */
public final class SlowLayers {
  final List<Request> requests = new ArrayList<>();
  final List<Span> spans = new ArrayList<>();
  final List<Part> parts = new ArrayList<>();

  private final RequestReplay replay;

  record Request(int number, Frame type, long nanos) {}

  /** A span of layers 1 and 2. */
  record Span(int request, Frame type, Frame operation, long nanos, long self, long critical) {}

  /** A part of a span: layer 3 has the names above, layer 4 also the order. */
  record Part(
      int request,
      Frame type,
      Frame operation,
      String path,
      Kind kind,
      String before,
      String order,
      long nanos,
      long subSpan,
      long whole,
      long critical) {}

  private record Node(
      Frame frame,
      boolean elsewhere,
      long from,
      long to,
      long recordedFrom,
      long recordedTo,
      List<Node> children,
      List<Frame> async,
      List<long[]> sections) {}

  public SlowLayers(ReplayRules rules) {
    replay = new RequestReplay(rules);
  }

  /** Adds a request whose type is its endpoint. */
  public void add(KeptRequest request) {
    TraceTree tree = replay.load(request);
    Request added = new Request(requests.size(), request.endpoint(), request.durationNanos());
    requests.add(added);
    CallOrder ties = new CallOrder(tree);
    ties.read();
    Node root = node(tree, ties, replay.path(0), 0, tree.startNanos(0), tree.endNanos(0));
    addTimes(root, added, "/" + root.frame() + " 1 of 1", order(root));
  }

  private static Node node(
      TraceTree tree, CallOrder ties, CriticalPath path, int span, long begin, long end) {
    long from = Math.max(begin, Math.min(end, tree.startNanos(span)));
    long to = Math.max(begin, Math.min(end, tree.endNanos(span)));
    List<Node> children = new ArrayList<>();
    boolean elsewhere = span > 0 && tree.opensAsyncRequest(span);
    for (int child : elsewhere ? List.<Integer>of() : byBegin(tree, ties, span)) {
      long latest = latestEvent(from, children, tree.startNanos(child));
      boolean late = tree.startNanos(child) >= to && tree.endNanos(child) > to;
      children.add(node(tree, ties, path, child, late ? latest : from, late ? latest : to));
    }
    return new Node(
        tree.frame(span),
        elsewhere,
        from,
        to,
        tree.startNanos(span),
        tree.endNanos(span),
        children,
        elsewhere ? List.of() : async(tree, span),
        sections(path, span, elsewhere ? tree.subtreeEnd(span) : span + 1));
  }

  private static List<Integer> byBegin(TraceTree tree, CallOrder ties, int span) {
    List<Integer> found = new ArrayList<>();
    for (int at : ties.begun(span)) {
      found.add(at);
    }
    List<Integer> children = new ArrayList<>();
    for (int child = span + 1; child < tree.subtreeEnd(span); child = tree.subtreeEnd(child)) {
      if (!tree.async(child)) {
        children.add(child);
      }
    }
    // A child of length 0 comes before longer ones that begin with it, as in the order signature.
    children.sort(
        Comparator.<Integer>comparingLong(tree::startNanos)
            .thenComparing(child -> tree.endNanos(child) > tree.startNanos(child))
            .thenComparing(found::indexOf));
    return children;
  }

  private static List<Frame> async(TraceTree tree, int span) {
    List<Frame> children = new ArrayList<>();
    for (int child = span + 1; child < tree.subtreeEnd(span); child = tree.subtreeEnd(child)) {
      if (tree.async(child)) {
        children.add(tree.frame(child));
      }
    }
    return children;
  }

  /** The sections of the critical path of the spans {@code [from, to)}. */
  private static List<long[]> sections(CriticalPath path, int from, int to) {
    List<long[]> sections = new ArrayList<>();
    for (int place = 0; place < path.spanCount(); place++) {
      if (path.span(place) >= from && path.span(place) < to) {
        for (int i = path.firstSection(place); i < path.endSection(place); i++) {
          sections.add(new long[] {path.sectionFrom(i), path.sectionTo(i)});
        }
      }
    }
    return sections;
  }

  private static long latestEvent(long begin, List<Node> earlier, long start) {
    long latest = begin;
    for (Node child : earlier) {
      latest = Math.max(latest, child.from());
      latest = child.recordedTo() <= start ? Math.max(latest, child.to()) : latest;
    }
    return latest;
  }

  /** The begin and end events of all spans, as text. */
  private static String order(Node span) {
    List<String> events = new ArrayList<>();
    List<Node> children = span.children();
    List<Node> running = new ArrayList<>();
    for (Node child : children) {
      end(running, children, child.recordedFrom(), events);
      events.add("+" + order(child));
      if (child.recordedTo() == child.recordedFrom()) {
        events.add("-" + children.indexOf(child));
      } else {
        running.add(child);
      }
    }
    end(running, children, Long.MAX_VALUE, events);
    return "(%s %b %s %s)"
        .formatted(span.frame(), span.elsewhere(), span.async().stream().sorted().toList(), events);
  }

  private static void end(List<Node> running, List<Node> all, long until, List<String> events) {
    running.stream()
        .filter(child -> child.recordedTo() <= until)
        .sorted(Comparator.comparingLong(Node::recordedTo))
        .forEach(child -> events.add("-" + all.indexOf(child)));
    running.removeIf(child -> child.recordedTo() <= until);
  }

  private void addTimes(Node span, Request request, String path, String order) {
    List<Node> children = span.children();
    long critical = span.sections().stream().mapToLong(section -> section[1] - section[0]).sum();
    long duration = span.to() - span.from();
    if (!span.elsewhere()) {
      spans.add(
          new Span(request.number(), request.type(), span.frame(), duration, self(span), critical));
      addParts(span, request, path, order);
    }
    for (int i = 0; i < children.size(); i++) {
      addTimes(children.get(i), request, path + "/" + call(children, i), order);
    }
  }

  private void addParts(Node span, Request request, String path, String order) {
    List<Node> children = span.children();
    long lastBegin = span.from();
    long lastEnd = span.from();
    for (int i = 0; i <= children.size(); i++) {
      boolean last = i == children.size();
      long from = last ? span.to() : children.get(i).from();
      long event =
          last
              ? lastEnd
              : latestEvent(span.from(), children.subList(0, i), children.get(i).recordedFrom());
      parts.add(
          new Part(
              request.number(),
              request.type(),
              span.frame(),
              path,
              children.isEmpty() ? Kind.SPAN : last ? Kind.END_DIFF : Kind.CHILD_DIFF,
              last ? "" : call(children, i),
              order,
              last ? from - event : from - lastBegin,
              from - event,
              span.to() - span.from(),
              critical(span, i == 0 ? Long.MIN_VALUE : lastBegin, last ? Long.MAX_VALUE : from)));
      lastBegin = from;
      lastEnd = last ? lastEnd : Math.max(lastEnd, children.get(i).to());
    }
  }

  /** The critical time between two begins. */
  private static long critical(Node span, long from, long to) {
    return span.sections().stream()
        .mapToLong(section -> Math.max(0, Math.min(section[1], to) - Math.max(section[0], from)))
        .sum();
  }

  private static String call(List<Node> siblings, int place) {
    Frame frame = siblings.get(place).frame();
    long earlier =
        siblings.subList(0, place).stream().filter(other -> other.frame().equals(frame)).count();
    long all = siblings.stream().filter(other -> other.frame().equals(frame)).count();
    return "%s %d of %d".formatted(frame, earlier + 1, all);
  }

  /** The path of a finding in the same words. */
  static String path(List<Call> calls) {
    return calls.stream().map(call -> "/" + text(call)).collect(joining());
  }

  /** A call in the same words. */
  static String text(Call call) {
    return "%s %d of %d".formatted(call.frame(), call.number(), call.of());
  }

  /** Counts the nanoseconds in which no child runs, section by section. */
  private static long self(Node span) {
    List<Long> cuts =
        Stream.concat(
                Stream.of(span.from(), span.to()),
                span.children().stream().flatMap(child -> Stream.of(child.from(), child.to())))
            .sorted()
            .toList();
    long self = 0;
    for (int i = 1; i < cuts.size(); i++) {
      long from = cuts.get(i - 1);
      long to = cuts.get(i);
      if (span.children().stream().noneMatch(child -> child.from() <= from && to <= child.to())) {
        self += to - from;
      }
    }
    return self;
  }
}
