package io.tracemill.analysis.view.doctor;

import static java.util.Comparator.comparing;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.doctor.Problem.Kind;
import io.tracemill.analysis.view.estimate.Basis;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What is wrong with the instrumentation, by kept requests, complete or not. Shares estimate all
 * traffic. A span counts in its innermost request only.
 *
 * <p>A subject has a problem if at least {@value #LEAST_SEEN} kept cases and a least part of all
 * its cases have it, and if it hides at least 0.1 % of all spans or time.
 *
 * @param problems those that hide most first
 */
public record Checkup(Basis basis, List<Problem> problems) {
  private static final int LEAST_SEEN = 5;
  private static final double LEAST_SHARE = 0.001;

  /** From this many on, names that are equal but for their numbers are a problem. */
  private static final int MANY_NAMES = 20;

  private static final Pattern NUMBER = Pattern.compile("[0-9a-fA-F-]*[0-9][0-9a-fA-F-]*");

  /** Shorter gaps are the work of calling. */
  private static final long LEAST_GAP_NANOS = 10_000_000;

  /** Less is the network's time, or rounding. */
  private static final long LEAST_SKEW_NANOS = 1_000_000;

  public Checkup {
    problems = List.copyOf(problems);
  }

  /** The problems that these requests show. */
  public static Checkup of(Iterable<KeptRequest> requests, ReplayRules rules) {
    Examination examination = new Examination(new RequestReplay(rules));
    requests.forEach(examination::examine);
    return examination.checkup();
  }

  private record Key(Kind kind, String subject) {}

  /** What could have a problem, and what does. */
  private static final class Cases {
    private double all;
    private double having;
    private double hidden;
    private int seen;
    private String example = "";
  }

  /** Operations of a service that are equal but for their numbers. */
  private static final class Names {
    private int count;
    private double spans;
    private String example = "";
  }

  private static final class Examination {
    private final RequestReplay replay;
    private final Map<Key, Cases> cases = new HashMap<>();
    private final Map<Frame, Names> namesOf = new HashMap<>();
    private final Map<Frame, Names> names = new TreeMap<>();

    /** The spans of a request that call another service or are called by one. */
    private final BitSet atCalls = new BitSet();

    private double requests;
    private double spans;
    private double nanos;
    private int kept;
    private int leftOut;
    private boolean exact = true;

    Examination(RequestReplay replay) {
      this.replay = replay;
    }

    void examine(KeptRequest request) {
      if (request.weight() == 0) {
        return;
      } else if (request.pathOnly()) {
        leftOut++;
        return;
      }
      kept++;
      requests += request.weight();
      exact &= request.weight() == 1;
      TraceTree tree = replay.load(request);
      atCalls.clear();
      int span = 0;
      while (span < tree.size()) {
        if (span > 0 && tree.opensAsyncRequest(span)) {
          span = tree.subtreeEnd(span);
        } else {
          examine(tree, span, request.weight());
          span++;
        }
      }
      examineTime(tree, replay.path(0), request.weight());
    }

    private void examine(TraceTree tree, int span, double weight) {
      spans += weight;
      addName(tree, span, weight);
      String service = tree.frame(span).service();
      int below = tree.subtreeEnd(span) - span;
      add(Kind.ORPHANS, service, tree, span, weight, tree.orphan(span) ? below : 0);
      if (span > 0 && !tree.orphan(span) && !tree.async(span)) {
        int parent = tree.parent(span);
        if (tree.serviceNumber(span) != tree.serviceNumber(parent)) {
          examineCall(tree, parent, span, weight);
        }
        examineClocks(tree, parent, span, weight);
      }
    }

    /**
     * A client's span with the name of the called service stands for both, unless it is below
     * another client's span: then the called service calls on, without a span of its own.
     */
    private void examineCall(TraceTree tree, int parent, int span, double weight) {
      String service = tree.frame(span).service();
      SpanKind kind = tree.kind(span);
      for (int side : new int[] {parent, span}) {
        if (!atCalls.get(side)) {
          atCalls.set(side);
          boolean none = tree.kind(side) == SpanKind.UNSPECIFIED;
          add(Kind.NO_KIND, tree.frame(side).service(), tree, side, weight, none ? 1 : 0);
        }
      }
      boolean callsOn = kind == SpanKind.CLIENT && tree.kind(parent) == SpanKind.CLIENT;
      if (callsOn || !kind.callsOut()) {
        int hidden = callsOn || kind == SpanKind.INTERNAL ? 1 : 0;
        add(Kind.NO_SERVER_SPANS, service, tree, span, weight, hidden);
      }
    }

    /** A child that takes longer than its parent is not skewed: its parent did not wait. */
    private void examineClocks(TraceTree tree, int parent, int span, double weight) {
      int from = tree.hostNumber(parent);
      int to = tree.hostNumber(span);
      long early = tree.recordedStartNanos(parent) - tree.recordedStartNanos(span);
      long late = tree.recordedNanos(span) - early - tree.recordedNanos(parent);
      if (from != to
          && from != Vocabulary.UNKNOWN_HOST
          && to != Vocabulary.UNKNOWN_HOST
          && tree.recordedNanos(span) <= tree.recordedNanos(parent)) {
        String pair = tree.vocabulary().text(from) + " -> " + tree.vocabulary().text(to);
        int skewed = Math.max(early, late) > LEAST_SKEW_NANOS ? 1 : 0;
        add(Kind.CLOCK_SKEW, pair, tree, span, weight, skewed);
      }
    }

    /** Gaps are sections of the critical path on spans that wait for others, without clients. */
    private void examineTime(TraceTree tree, CriticalPath path, double weight) {
      for (int place = 0; place < path.spanCount(); place++) {
        int span = path.span(place);
        boolean couldHave = waits(tree, span) && !isClient(tree.kind(span));
        for (int i = path.firstSection(place); i < path.endSection(place); i++) {
          long length = path.sectionTo(i) - path.sectionFrom(i);
          nanos += weight * length;
          if (couldHave && length >= LEAST_GAP_NANOS) {
            add(Kind.UNCOVERED_TIME, tree.frame(span).service(), tree, span, weight, length);
          }
        }
      }
    }

    private static boolean isClient(SpanKind kind) {
      return kind == SpanKind.CLIENT || kind == SpanKind.PRODUCER;
    }

    private static boolean waits(TraceTree tree, int span) {
      for (int c = span + 1; c < tree.subtreeEnd(span); c = tree.subtreeEnd(c)) {
        if (tree.blocking(c)) {
          return true;
        }
      }
      return false;
    }

    private void add(
        Kind kind, String subject, TraceTree tree, int span, double weight, long hides) {
      Cases found = cases.computeIfAbsent(new Key(kind, subject), added -> new Cases());
      found.all += weight;
      if (hides > 0) {
        found.having += weight;
        found.hidden += weight * hides;
        found.seen++;
        if (found.example.isEmpty()) {
          found.example =
              "%s, trace %s".formatted(tree.frame(span).operation(), tree.traceId().hex());
        }
      }
    }

    private void addName(TraceTree tree, int span, double weight) {
      Names same = namesOf.get(tree.frame(span));
      if (same == null) {
        Frame frame = tree.frame(span);
        String without = NUMBER.matcher(frame.operation()).replaceAll("#");
        same = names.computeIfAbsent(Frame.of(frame.service(), without), added -> new Names());
        same.count++;
        same.example = "%s, trace %s".formatted(frame.operation(), tree.traceId().hex());
        namesOf.put(frame, same);
      }
      same.spans += weight;
    }

    Checkup checkup() {
      names.forEach(
          (frame, same) -> {
            if (same.count >= MANY_NAMES) {
              Cases found =
                  cases.computeIfAbsent(
                      new Key(Kind.MANY_NAMES, frame.service()), added -> new Cases());
              found.seen += same.count;
              found.hidden += same.spans;
              found.example = same.example;
            }
          });
      List<Problem> problems = new ArrayList<>();
      cases.forEach(
          (key, found) -> {
            boolean ofTime = key.kind == Kind.UNCOVERED_TIME;
            double share = found.hidden / (ofTime ? nanos : spans);
            double part = ofTime ? share : found.all == 0 ? 1 : found.having / found.all;
            if (found.seen >= LEAST_SEEN && share >= LEAST_SHARE && part >= key.kind.leastPart()) {
              problems.add(new Problem(key.kind, key.subject, share, found.example));
            }
          });
      problems.sort(
          comparing(Problem::share)
              .reversed()
              .thenComparing(Problem::kind)
              .thenComparing(Problem::subject));
      return new Checkup(new Basis(requests, kept, leftOut, exact), problems);
    }
  }
}
