package io.tracemill.cli.query;

import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The endpoint, category or node that a question is about. */
final class ScopeOptions {
  @Mixin private EndpointOption endpoint = new EndpointOption();

  @Option(
      names = "--category",
      paramLabel = "ID",
      description = "Only requests of this category: its first hexadecimal digits.")
  private Optional<String> category = Optional.empty();

  @Option(
      names = "--node",
      paramLabel = "POS",
      description = "A node by its position in the category's call tree (`query category`).")
  private Optional<Integer> node = Optional.empty();

  OptionalInt node() {
    return node.map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  /** The filter, narrowed to them. */
  Filter of(StoreSession session, Filter filter) {
    Optional<Frame> frame = endpoint.in(session);
    if (category.isEmpty()) {
      return frame.map(filter::of).orElse(filter);
    }
    CategorySearch.Category found = CategorySearch.one(session, category.get(), frame);
    node.ifPresent(found::requireNode);
    return filter.of(found.endpoint()).ofCategory(found.hex());
  }
}
