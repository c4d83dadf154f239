package io.tracemill.cli.query;

import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.EndpointSearch;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The only endpoint that a question is about. */
final class EndpointOption {
  @Option(
      names = "--endpoint",
      paramLabel = "P",
      description = "Only this endpoint: service and operation; * matches anything.")
  private Optional<String> name = Optional.empty();

  /** The endpoint of the store with this name; empty if the option is not given. */
  Optional<Frame> in(StoreSession session) {
    return name.map(text -> EndpointSearch.one(session, text));
  }
}
