package io.tracemill.console.mcp;

import static io.tracemill.console.mcp.Tool.Argument.optional;
import static io.tracemill.console.mcp.Tool.Argument.required;

import io.tracemill.console.mcp.Tool.Argument;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The eight tools. */
final class Tools {
  private static final Argument SERVICE = optional("service", "service of an endpoint");
  private static final Argument OPERATION = optional("operation", "operation of the endpoint");
  private static final Argument FROM = optional("from", "start, epoch milliseconds");
  private static final Argument TO = optional("to", "end, epoch milliseconds");

  static final List<Tool> ALL =
      List.of(
          tool(
              "incidents",
              "incidents",
              "What is wrong: incidents, the worst first, each with what happened, culprits and"
                  + " endpoints. Start here.",
              List.of(),
              Set.of("series", "mutations", "exemplars", "links", "differences", "stacks")),
          tool(
              "incident",
              "incident",
              "One incident: why the mean changed (accounts), what changed in the requests"
                  + " (mutations), what separates slow requests (differences), traces to look at"
                  + " (exemplars).",
              List.of(required("id", "the incident's id, from incidents")),
              Set.of("series", "links")),
          tool(
              "endpoints",
              "endpoints",
              "All endpoints as of now: rate, errors, latency, costliest step, incidents.",
              List.of(),
              Set.of("spark")),
          new Tool(
              "profile",
              "endpoint/profile",
              "Where the time of an endpoint's requests goes: the call paths on their critical"
                  + " paths, those with most time of their own first.",
              List.of(
                  required("service", "service of the endpoint"),
                  required("operation", "operation of the endpoint")),
              Set.of("exemplars"),
              Shapes::profile),
          tool(
              "compare",
              "store/change",
              "What changed between two ranges of time, and how certain that is. An incident's"
                  + " baseline and window are such ranges.",
              List.of(
                  required("before", "START/END in epoch milliseconds"),
                  required("after", "START/END in epoch milliseconds"),
                  SERVICE,
                  OPERATION),
              Set.of("tree", "links")),
          tool(
              "diagnose",
              "store/diagnosis",
              "Which operations and parts of spans cost most, and which make the tail slow (tprof).",
              scope(optional("category", "first digits of a category's id")),
              Set.of("trace")),
          tool(
              "traces",
              "store/traces",
              "Requests that were kept: the slowest, or the newest.",
              scope(
                  optional("category", "first digits of a category's id"),
                  optional("failed", "true or false"),
                  optional("order", "slowest or newest")),
              Set.of("link", "spansKept")),
          new Tool(
              "trace",
              "store/trace",
              "The requests of one trace: their spans by time on the critical path.",
              List.of(required("id", "the trace's id, from traces or an incident's exemplars")),
              Set.of("link", "spansKept"),
              Shapes::trace));

  private Tools() {}

  private static List<Argument> scope(Argument... more) {
    return Stream.concat(Stream.of(SERVICE, OPERATION, FROM, TO), Stream.of(more)).toList();
  }

  private static Tool tool(
      String name, String path, String description, List<Argument> arguments, Set<String> without) {
    return new Tool(name, path, description, arguments, without, UnaryOperator.identity());
  }
}
