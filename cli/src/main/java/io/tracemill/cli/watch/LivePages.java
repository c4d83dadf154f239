package io.tracemill.cli.watch;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.cli.screen.PublishedRecord;
import io.tracemill.cli.screen.ScreenState;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The live summary: on a terminal a page whenever it differs from the one before, elsewhere one
 * page and then a line for each change of an incident.
 */
final class LivePages implements View {
  /** Enough for a report of most systems: a record for each endpoint, service and pair of hosts. */
  private static final long RECENT = 1000;

  private final ProfileScreen screen;
  private final ScreenState state;
  private long unreadable;
  private String shown = "";

  /**
   * Nothing yet.
   *
   * @param wanted which profiles and incidents are shown
   * @param clock by which it is told that the job has fallen silent
   */
  LivePages(ProfileScreen screen, Predicate<JsonNode> wanted, InstantSource clock) {
    this.screen = screen;
    this.state = new ScreenState(0, 0, wanted, clock);
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
    json.ifPresent(value -> state.accept(record.stream(), value));
  }

  @Override
  public boolean foundAny() {
    return state.hasEndpoints() || state.hasIncidents();
  }

  @Override
  public String news(boolean settled) {
    if (!screen.isTerminal() && !shown.isEmpty()) {
      return lines();
    }
    if (!settled || (!foundAny() && state.quality().isEmpty() && unreadable == 0)) {
      return "";
    }
    String page = screen.render(state) + unreadable();
    if (page.equals(shown)) {
      return "";
    }
    shown = page;
    // The page has them.
    List<String> unused = state.incidentChanges();
    return screen.frame(state, unreadable());
  }

  private String lines() {
    return state.incidentChanges().stream().map(line -> line + "\n").collect(joining());
  }

  private String unreadable() {
    return unreadable == 0
        ? ""
        : "%nPassed over in these topics: %s without a JSON object.%n"
            .formatted(Wording.count(unreadable, "record"));
  }
}
