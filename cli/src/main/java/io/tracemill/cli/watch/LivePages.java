package io.tracemill.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.cli.screen.PublishedRecord;
import io.tracemill.cli.screen.ScreenState;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The live summary: a page whenever it differs from the one before. */
final class LivePages implements View {
  /** Enough for a report of most systems: a record for each endpoint, service and pair of hosts. */
  private static final long RECENT = 1000;

  private final ProfileScreen screen;
  private final Predicate<JsonNode> wanted;
  private final ScreenState state = new ScreenState(0);
  private long unreadable;
  private String shown = "";

  /**
   * Nothing yet.
   *
   * @param wanted which profiles are shown
   */
  LivePages(ProfileScreen screen, Predicate<JsonNode> wanted) {
    this.screen = screen;
    this.wanted = wanted;
  }

  @Override
  public Set<ResultStream> streams() {
    return ScreenState.STREAMS;
  }

  @Override
  public long recentRecords() {
    return RECENT;
  }

  @Override
  public void take(PublishedRecord record) {
    Optional<JsonNode> json = record.json();
    if (json.isEmpty()) {
      unreadable++;
    }
    json.filter(value -> record.stream() == ResultStream.QUALITY || wanted.test(value))
        .ifPresent(value -> state.accept(record.stream(), value));
  }

  @Override
  public boolean foundAny() {
    return state.hasEndpoints();
  }

  @Override
  public String news(boolean settled) {
    if (!settled || (!state.hasEndpoints() && state.quality().isEmpty() && unreadable == 0)) {
      return "";
    }
    String page = screen.frame(state) + unreadable();
    if (page.equals(shown)) {
      return "";
    }
    shown = page;
    return page;
  }

  private String unreadable() {
    return unreadable == 0
        ? ""
        : "%nPassed over in these topics: %s without a JSON object.%n"
            .formatted(Wording.count(unreadable, "record"));
  }
}
