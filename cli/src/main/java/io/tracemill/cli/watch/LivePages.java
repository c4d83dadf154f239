package io.tracemill.cli.watch;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.cli.screen.ScreenState;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.results.PublishedRecord;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;

/**
 * The live summary. On a terminal it is a page that is redrawn on every change. Otherwise it is one
 * page, then a line for each change of an incident.
 */
final class LivePages implements View {
  private final ProfileScreen screen;
  private final ScreenState state;
  private long unreadable;
  private boolean shown;

  /**
   * A summary without results.
   *
   * @param wanted which profiles and incidents to show
   * @param clock shows when the job has fallen silent
   */
  LivePages(ProfileScreen screen, Predicate<StreamRecord> wanted, InstantSource clock) {
    this.screen = screen;
    this.state = new ScreenState(0, 0, wanted, clock);
  }

  @Override
  public void take(PublishedRecord record) {
    unreadable += state.accept(record.stream(), record.text()) ? 0 : 1;
  }

  @Override
  public boolean foundAny() {
    return state.hasEndpoints() || state.hasIncidents();
  }

  @Override
  public String news(boolean settled) {
    if (!screen.isTerminal() && shown) {
      return state.incidentChanges().stream().map(line -> line + "\n").collect(joining());
    }
    if (!settled || (!foundAny() && state.quality().isEmpty() && unreadable == 0)) {
      return "";
    }
    shown = true;
    // The page shows them already.
    List<String> unused = state.incidentChanges();
    String below =
        unreadable == 0
            ? ""
            : "Skipped %s that cannot be read.\n".formatted(Wording.count(unreadable, "record"));
    return screen.news(state, "", below);
  }
}
