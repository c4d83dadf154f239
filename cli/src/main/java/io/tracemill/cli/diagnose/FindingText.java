package io.tracemill.cli.diagnose;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.joining;

import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.FindingRecord;
import io.tracemill.connectors.output.FindingRecord.Bound;
import io.tracemill.connectors.output.FindingRecord.Name;
import io.tracemill.connectors.output.FindingRecord.Statistics;
import io.tracemill.connectors.output.FindingRecord.Step;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes a finding in words. It leaves out what the findings above say: the operation and the
 * request type.
 */
final class FindingText {
  private static final int MAX_STEPS = 3;

  /** Smaller shares are not worth a sentence. */
  private static final double NEGLIGIBLE = 0.005;

  private FindingText() {}

  /** A finding of any layer. */
  static String of(FindingRecord finding) {
    return switch (finding.layer()) {
      case 1 -> operation(finding) + ": " + ownTime(finding, "all requests'");
      case 2 -> "in " + requestType(finding) + ": " + ownTime(finding, "their");
      case 3 -> part(finding);
      default -> subSpan(finding);
    };
  }

  static String operation(FindingRecord finding) {
    return name(finding.operation());
  }

  private static String name(Name name) {
    return Wording.frame(name.service(), name.operation());
  }

  private static String requestType(FindingRecord finding) {
    return "%s (%s of all requests)"
        .formatted(name(requireNonNull(finding.endpoint())), Wording.percent(finding.coverage()));
  }

  private static String ownTime(FindingRecord finding, String whose) {
    return "%s of its own in each of %s%s.%s%s"
        .formatted(
            Wording.duration(finding.meanNanos()),
            Wording.count(finding.count(), "span"),
            latency(finding, whose),
            tail(finding),
            unnamed(finding));
  }

  private static String latency(FindingRecord finding, String whose) {
    return ", %s of %s latency".formatted(Wording.percent(finding.explained()), whose);
  }

  private static String tail(FindingRecord finding) {
    return finding.tail()
        ? " Tail issue: %s in the slowest requests, %s in others."
            .formatted(
                Wording.duration(finding.slowest().meanNanos()),
                Wording.duration(finding.normal().meanNanos()))
        : "";
  }

  private static String unnamed(FindingRecord finding) {
    return finding.unnamed() >= NEGLIGIBLE
        ? " The parts below leave out %s of these requests."
            .formatted(Wording.percent(finding.unnamed()))
        : "";
  }

  private static String partName(FindingRecord finding) {
    return switch (finding.kind()) {
      case "child_diff" -> "before " + call(requireNonNull(finding.before()).step());
      case "end_diff" -> "after its last call";
      default -> "as a whole";
    };
  }

  private static String part(FindingRecord finding) {
    return "%s%s: %s %s%s.%s"
        .formatted(
            partName(finding),
            path(finding),
            Wording.duration(figures(finding).meanNanos()),
            (finding.tail()
                    ? "in the slowest requests with these calls (%s of all)"
                    : "a request (%s of them)")
                .formatted(Wording.percent(finding.coverage())),
            latency(finding, "their"),
            unnamed(finding));
  }

  /** {@code its call of db SELECT}, {@code the 3rd of 9 calls of db SELECT}. */
  private static String call(Step call) {
    return call.calls() == null
        ? "its call of " + frame(call)
        : "the %s of %d calls of %s".formatted(ordinal(call), call.calls(), frame(call));
  }

  /** {@code db SELECT}, {@code db SELECT (3rd of 9)}. */
  private static String step(Step call) {
    return call.calls() == null
        ? frame(call)
        : "%s (%s of %d)".formatted(frame(call), ordinal(call), call.calls());
  }

  private static String frame(Step call) {
    return Wording.frame(call.service(), call.operation());
  }

  /** {@code 1st}, {@code 22nd}, {@code 113th}. */
  private static String ordinal(Step call) {
    int number = requireNonNull(call.call());
    int teens = number % 100 / 10;
    return number
        + switch (teens == 1 ? 0 : number % 10) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
  }

  /** The last steps of the call path; empty if the path has a single step. */
  private static String path(FindingRecord finding) {
    List<String> steps =
        requireNonNullElse(finding.path(), List.<Step>of()).stream()
            .map(FindingText::step)
            .toList();
    int left = Math.max(0, steps.size() - MAX_STEPS);
    return steps.size() < 2
        ? ""
        : " (%s%s)"
            .formatted(left > 0 ? "... > " : "", steps.stream().skip(left).collect(joining(" > ")));
  }

  private static String subSpan(FindingRecord finding) {
    Statistics figures = figures(finding);
    return "%s%s: %s%s in %s (%s%s)%s.%s"
        .formatted(
            finding.problematic() == null ? "" : "PROBLEM ",
            between(requireNonNull(finding.after()), requireNonNull(finding.before())),
            Wording.duration(figures.meanNanos()),
            percentiles(figures),
            count(finding),
            Wording.percent(finding.coverage()),
            sampled(finding, figures),
            latency(finding, "their"),
            exemplar(finding));
  }

  /** {@code 2,700 requests}, {@code the slowest 270 of 2,700 requests}. */
  private static String count(FindingRecord finding) {
    String requests = Wording.count(finding.count(), "request");
    return finding.tail()
        ? "the slowest %s of %s".formatted(Wording.number(finding.slowest().count()), requests)
        : requests;
  }

  /** {@code from the end of db SELECT to the call of cart GET /items}. */
  private static String between(Bound after, Bound before) {
    return after.event().equals("span_begin") && before.event().equals("span_end")
        ? "all of it"
        : "from %s to %s".formatted(event(after), event(before));
  }

  private static String event(Bound event) {
    Step step = event.step();
    return switch (event.event()) {
      case "span_begin" -> "its begin";
      case "span_end" -> "its end";
      case "call_begin" -> step.calls() == null ? "the call of " + frame(step) : call(step);
      default -> "the end of " + frame(step);
    };
  }

  /** {@code (p50 19 ms +- 3 ms, p99 40 ms)}; leaves out what too few requests can tell. */
  private static String percentiles(Statistics figures) {
    String text =
        Stream.of(
                percentile("p50", figures.p50Nanos(), figures.p50ErrorNanos()),
                percentile("p99", figures.p99Nanos(), figures.p99ErrorNanos()))
            .flatMap(Optional::stream)
            .collect(joining(", "));
    return text.isEmpty() ? "" : " (" + text + ")";
  }

  private static Optional<String> percentile(
      String name, @Nullable Long nanos, @Nullable Long errorNanos) {
    return Optional.ofNullable(nanos)
        .map(Wording::duration)
        .map(
            value ->
                errorNanos == null || errorNanos == 0
                    ? "%s %s".formatted(name, value)
                    : "%s %s +- %s".formatted(name, value, Wording.duration(errorNanos)));
  }

  private static String sampled(FindingRecord finding, Statistics figures) {
    return finding.kept() == null
        ? ""
        : ", %s sampled".formatted(Wording.number(figures.sampled()));
  }

  private static String exemplar(FindingRecord finding) {
    return finding.exemplar() == null ? "" : " Trace %s.".formatted(finding.exemplar());
  }

  /** The figures of the requests that the finding is about. */
  private static Statistics figures(FindingRecord finding) {
    return finding.tail() ? finding.slowest() : finding.all();
  }
}
