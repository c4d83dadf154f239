package io.tracemill.cli.query;

import static java.util.Comparator.naturalOrder;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.view.CategoryProfile;
import io.tracemill.analysis.view.CategoryProfile.Node;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.AnswerText;
import io.tracemill.cli.query.answer.Lane;
import io.tracemill.cli.query.answer.Table;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The call tree of a category. */
@Command(
    name = "category",
    header = "Show the call tree of a category, with the times of each node.",
    description = {
      "",
      "A node's time is the sum of its calls' durations in a request. Its bar is the ratio of its"
          + " mean to that of the root. Own time is when it waits for no other call; critical time"
          + " is own time on the critical path.",
      ""
    })
final class CategoryCommand extends QuestionCommand {
  private static final int BAR = 20;
  private static final int CALL = 52;
  private static final int MAX_INDENT = 20;

  @Parameters(paramLabel = "ID", description = "The first hexadecimal digits of the category.")
  private String category = "";

  @Mixin private EndpointOption endpoint = new EndpointOption();

  @Override
  Answer ask(StoreSession session, Filter filter) {
    CategorySearch.Category found = CategorySearch.one(session, category, endpoint.in(session));
    CategoryProfile profile = found.profile(session, filter);
    Node root = profile.nodes().get(0);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, category %s: %s requests%s, mean %s"
            .formatted(
                Figures.name(profile.endpoint().toString()),
                profile.category(),
                Figures.count(Math.round(profile.basis().requests())),
                AnswerText.from(profile.basis()),
                AnswerText.mean(root.meanNanos(), root.meanErrorNanos())));
    lines.add("");
    lines.addAll(text(profile).lines());
    if (profile.truncated()) {
      lines.add("The call tree has further nodes; the store keeps only these.");
    }
    return new Answer(profile, lines, csv(profile).csv());
  }

  private static Table<Node> text(CategoryProfile profile) {
    double widest = profile.nodes().stream().map(Node::ratio).max(naturalOrder()).orElse(1.0);
    return new Table<>(profile.nodes())
        .counts("pos", Node::position)
        .names("call", CategoryCommand::call)
        .nanos("meanNanos", Node::meanNanos)
        .nanos("minNanos", Node::minNanos)
        .nanos("maxNanos", Node::maxNanos)
        .shares("ratio", Node::ratio)
        .names("", node -> Lane.bar(node.ratio() / widest, BAR))
        .ratios("calls", Node::callsPerRequest)
        .nanos("ownNanos", Node::ownNanos)
        .nanos("criticalNanos", Node::criticalNanos);
  }

  private static String call(Node node) {
    String name = (node.async() ? "async " : "") + node.service() + " " + node.operation();
    String run = node.run() > 1 ? " x" + node.run() : "";
    String call = " ".repeat(Math.min(MAX_INDENT, node.depth())) + Figures.name(name);
    return (call.length() > CALL ? call.substring(0, CALL - 3) + "..." : call) + run;
  }

  private static Table<Node> csv(CategoryProfile profile) {
    return new Table<>(profile.nodes())
        .counts("position", Node::position)
        .counts("depth", Node::depth)
        .names("service", Node::service)
        .names("operation", Node::operation)
        .names("async", node -> node.async() + "")
        .counts("run", Node::run)
        .ratios("callsPerRequest", Node::callsPerRequest)
        .nanos("meanNanos", Node::meanNanos)
        .nanos("meanErrorNanos", Node::meanErrorNanos)
        .nanos("minNanos", Node::minNanos)
        .nanos("maxNanos", Node::maxNanos)
        .shares("ratio", Node::ratio)
        .nanos("ownNanos", Node::ownNanos)
        .nanos("criticalNanos", Node::criticalNanos);
  }
}
