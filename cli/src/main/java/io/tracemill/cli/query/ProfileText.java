package io.tracemill.cli.query;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.EndpointProfile.Evidence;
import io.tracemill.analysis.record.EndpointProfile.Latency;
import io.tracemill.analysis.record.EndpointProfile.Node;
import io.tracemill.analysis.view.ClassNode;
import io.tracemill.analysis.view.LatencyClass;
import io.tracemill.cli.query.answer.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A profile as text: the latency, the evidence, and the call paths as a tree. */
final class ProfileText {
  /** The text only counts paths with a smaller share of the time. */
  private static final double MIN_SHARE = 0.005;

  private static final int MAX_INDENT = 20;

  /** A call path with its number of calls from the root. */
  private record Row(ClassNode node, int depth, double share, long traces) {
    long ownNanosPerRequest() {
      return traces == 0 ? 0 : node.exclusiveNanos() / traces;
    }

    String name() {
      return " ".repeat(Math.min(MAX_INDENT, depth)) + Figures.name(node.step().toString());
    }
  }

  private ProfileText() {}

  /**
   * The lines.
   *
   * @param only the latency class whose tree to show; empty for all requests
   */
  static List<String> lines(EndpointProfile profile, Optional<LatencyClass> only) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: %s".formatted(Figures.name(profile.endpoint().toString()), profile.window().text()));
    Latency latency = profile.latencyNanos();
    lines.add(
        "%s requests, %s failed: mean %s, p50 %s, p95 %s, p99 %s, max %s"
            .formatted(
                Figures.count(profile.traceCount()),
                Figures.count(profile.errors()),
                Figures.duration(latency.mean()),
                Figures.duration(latency.p50()),
                Figures.duration(latency.p95()),
                Figures.duration(latency.p99()),
                Figures.duration(latency.max())));
    Evidence evidence = profile.evidence();
    lines.add(
        "Not counted: %s incomplete. Cut short: %s. Clocks corrected: %s. Categories: %s."
            .formatted(
                Figures.count(evidence.incomplete()),
                Figures.count(evidence.truncated()),
                Figures.count(evidence.corrected()),
                Figures.count(evidence.categories())));
    only.ifPresent(
        each ->
            lines.add(
                "Class %s: %s requests of %s to %s, estimated from %s."
                    .formatted(
                        each.name(),
                        Figures.count(each.traces()),
                        Figures.duration(each.fromNanos()),
                        Figures.duration(each.toNanos()),
                        Figures.count(each.keptTraces()))));
    List<Row> rows = rows(profile, only);
    List<Row> shown = rows.stream().filter(row -> row.share >= MIN_SHARE).toList();
    lines.add("");
    lines.addAll(
        new Table<>(shown)
            .shares("share", Row::share)
            .nanos("own/request", Row::ownNanosPerRequest)
            .names("call path", Row::name)
            .lines());
    if (shown.size() < rows.size()) {
      lines.add(
          "And %s paths with less than %s of the time."
              .formatted(
                  Figures.count(rows.size() - (long) shown.size()), Figures.percent(MIN_SHARE)));
    }
    return lines;
  }

  /** All call paths, for programs. */
  static Table<?> table(EndpointProfile profile, Optional<LatencyClass> only) {
    return new Table<>(rows(profile, only))
        .counts("depth", Row::depth)
        .names("service", row -> row.node.step().frame().service())
        .names("operation", row -> row.node.step().frame().operation())
        .names("callee", row -> row.node.step().callee().orElse(""))
        .counts("requests", row -> row.node.traces())
        .nanos("inclusiveNanos", row -> row.node.inclusiveNanos())
        .nanos("exclusiveNanos", row -> row.node.exclusiveNanos());
  }

  private static List<Row> rows(EndpointProfile profile, Optional<LatencyClass> only) {
    List<ClassNode> tree =
        only.map(LatencyClass::tree)
            .orElseGet(() -> profile.tree().stream().map(ProfileText::node).toList());
    long traces = only.map(LatencyClass::traces).orElse(profile.traceCount());
    double total =
        tree.stream()
            .filter(node -> node.parent() < 0)
            .mapToDouble(ClassNode::inclusiveNanos)
            .sum();
    List<Row> rows = new ArrayList<>();
    for (ClassNode node : tree) {
      int depth = node.parent() < 0 ? 0 : rows.get(node.parent()).depth + 1;
      rows.add(new Row(node, depth, total == 0 ? 0 : node.inclusiveNanos() / total, traces));
    }
    return rows;
  }

  private static ClassNode node(Node node) {
    return new ClassNode(
        node.parent(), node.step(), node.traces(), node.inclusiveNanos(), node.exclusiveNanos(), 0);
  }
}
