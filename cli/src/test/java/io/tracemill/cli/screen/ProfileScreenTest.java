package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.terminal.TerminalSize;
import io.tracemill.connectors.output.ResultStream;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class ProfileScreenTest {
  private final ProfileScreen screen = ProfileScreen.of(false);

  @Test
  void thePageReadsLikeThis() {
    ScreenState state = new ScreenState(0);
    state.accept(ResultStream.PROFILES, Records.profile("GET /", 60, 300, 40, Records.HOME_TREE));
    state.accept(
        ResultStream.PROFILES,
        Records.profile("POST /checkout", 60, 60, 400, Records.CHECKOUT_TREE));
    state.accept(ResultStream.QUALITY, Records.quality(60, 1204, 0, 0));

    assertThat(screen.render(state))
        .isEqualTo(
            """
            INCIDENTS   none; whether one would be seen is not known.
            ----------------------------------------------------------------------------------------------------
            WHERE REQUESTS SPEND THEIR TIME   00:00:30 to 00:01:00 UTC   12.0 requests/s on 2 endpoints
            What it says, for each endpoint, those of incidents first, then slowest (by p95):
              req/s         requests per second
              p50 p95 p99   half, 95 % and 99 % of its requests took no longer than this
              errors        the part of its requests that failed
              time goes to  the steps its requests waited for most: a step's own time on the critical path, as a
                            share of all the time of the endpoint's requests; network/wait is time between two
                            services
              hottest path  from the first step always on to the call that took most of the time, each step with
                            the same share
            ----------------------------------------------------------------------------------------------------
              req/s        p50        p95        p99  errors   endpoint
                2.0     200 ms     400 ms     600 ms     3 %   frontend POST /checkout
                      time goes to    60 %  bank-api POST /authorizations
                                      13 %  payment -> bank-api (network/wait)
                                      12 %  checkout INSERT orders
                      hottest path   frontend POST /checkout 2 % > checkout POST /orders 10 % >
                                     payment POST /charges 3 % > bank-api POST /authorizations 60 %

               10.0    20.0 ms    40.0 ms    60.0 ms     3 %   frontend GET /
                      time goes to    60 %  recommendation GET /recommendations/{id}
                                      40 %  frontend GET /
                      hottest path   frontend GET / 40 % > recommendation GET /recommendations/{id} 60 %

            ----------------------------------------------------------------------------------------------------
            DATA SINCE THE START   No data lost.
              1,204 records received: 1,204 decoded, 0 dead-lettered
              24,310 spans decoded: 24,100 used, 0 late, 0 duplicate, 0 clashing, 0 capped, 0 rejected,
                                    210 open (trace under way)
              1,190 traces complete (100 % of those closed), 0 incomplete, of them 0 truncated

            The slowest endpoint is frontend POST /checkout (p95 400 ms); its hottest path is frontend >
            checkout > payment > bank-api, and most of its time goes to bank-api POST /authorizations (60 %).
            """);
  }

  @Test
  void lossIsSaidPlainly() {
    ScreenState state = new ScreenState(0);
    state.accept(ResultStream.QUALITY, Records.quality(60, 1204, 12, 1));
    assertThat(screen.render(state))
        .contains("DATA LOST: 12 spans late, 1 span rejected.")
        .contains("1 rejected (1 negative-duration)");
  }

  @Test
  void spansThatNeverArrivedAreNotPassedOver() {
    ScreenState state = new ScreenState(0);
    state.accept(ResultStream.QUALITY, Records.quality(60, 1204, 0, 0, 10));
    assertThat(screen.render(state))
        .contains("No data lost here, but 10 traces lack spans that have not arrived.")
        .contains("1,190 traces complete (99 % of those closed), 10 incomplete");
  }

  @Test
  void nothingIsClaimedBeforeThereAreResults() {
    assertThat(screen.render(new ScreenState(0)))
        .contains("No results yet")
        .contains("not known")
        .doesNotContain("No data lost");
  }

  @Test
  void framesReplaceEachOtherOnATerminalOnly() {
    ScreenState state = new ScreenState(0);
    assertThat(new ProfileScreen(true, Optional::empty).frame(state, "")).startsWith("\u001b[H");
    assertThat(screen.frame(state, "")).startsWith("=====").doesNotContain("\u001b");
  }

  @Test
  void ofAPageThatIsTooTallTheIncidentsStayInSight() {
    ScreenState state = ofTwenty();
    state.accept(ResultStream.INCIDENTS, Records.incident("10", "firing", "page", 60));

    for (TerminalSize size : List.of(size(24, 80), size(30, 100), size(40, 100), size(40, 300))) {
      String frame = frame(state, size);
      assertThat(size.rowsOf(frame)).isLessThan(size.rows());
      assertThat(frame)
          .startsWith("\u001b[H\u001b[2JINCIDENTS   1 firing")
          .contains("frontend GET /29\n", "DATA LOST: 12 spans late.")
          .endsWith("a fault\n");
    }
    assertThat(frame(state, size(5, 100)).lines()).hasSize(4);
    assertThat(frame(state, size(5, 100))).contains("PAGE");
    assertThat(frame(state, size(500, 100))).contains("What it says, for each endpoint");
  }

  @Test
  void endpointsOfFiringIncidentsComeFirstAndTheSentenceStaysWithTheSlowest() {
    ScreenState state = ofTwenty();
    state.accept(ResultStream.INCIDENTS, Records.incident("12", "firing", "ticket", 60));
    state.accept(ResultStream.INCIDENTS, Records.incident("11", "firing", "page", 60));
    state.accept(ResultStream.INCIDENTS, Records.incident("10", "recovered", "page", 60));

    assertThat(screen.render(state))
        .containsSubsequence("/11\n", "/12\n", "/29\n", "/28\n", "/13\n", "/10\n")
        .contains("The slowest endpoint is frontend GET /29 ");
    assertThat(frame(state, size(24, 80)))
        .containsSubsequence("endpoint\n", "/11\n", "/12\n", "/29\n");
  }

  @Test
  void aRowOfEachEndpointComesBeforeThePathsOfAny() {
    ScreenState state = ofTwenty();

    assertThat(frame(state, size(36, 100)))
        .contains("GET /10\n", "  1,204 records received")
        .doesNotContain("hottest path", "no room");
    assertThat(frame(state, size(30, 100)))
        .contains("GET /10\n")
        .doesNotContain("hottest path", "no room", "records received");
    assertThat(frame(state, size(38, 100)).split("hottest path", -1)).hasSize(2);
    assertThat(frame(state, size(20, 100)))
        .contains("GET /20\n", "and 10 endpoints more, for which this terminal has no room\n")
        .doesNotContain("GET /19\n");
  }

  @Test
  void linesFitATerminalThatIsNarrow() {
    ScreenState state = ofTwenty();
    state.accept(ResultStream.INCIDENTS, Records.incident("11", "firing", "page", 60));
    state.accept(ResultStream.INCIDENTS, Records.incident("10", "recovered", "page", 60));

    for (int rows : new int[] {24, 500}) {
      assertThat(frame(state, size(rows, 80)).replaceAll("\u001b\\[[H2J]+", "").lines())
          .allMatch(line -> line.length() <= 80);
    }
  }

  private static ScreenState ofTwenty() {
    ScreenState state = new ScreenState(0);
    for (int i = 10; i < 30; i++) {
      state.accept(
          ResultStream.PROFILES, Records.profile("GET /" + i, 60, 300, i, Records.HOME_TREE));
    }
    state.accept(ResultStream.QUALITY, Records.quality(60, 1204, 12, 0));
    return state;
  }

  private static TerminalSize size(int rows, int columns) {
    return new TerminalSize(rows, columns);
  }

  private static String frame(ScreenState state, TerminalSize size) {
    return new ProfileScreen(true, () -> Optional.of(size)).frame(state, "a fault\n");
  }

  @Test
  void namesCannotSteerTheTerminal() {
    ScreenState state = new ScreenState(0);
    String tree = Records.tree(Records.frame(-1, "a\\u001b[2J", "b\\u009b", 1, 1));
    state.accept(ResultStream.PROFILES, Records.profile("GET \\u001b[31m", 60, 1, 1, tree));
    assertThat(screen.render(state).chars()).allMatch(c -> c == '\n' || !Character.isISOControl(c));
  }

  @Test
  void namesThatAreLongerThanALineGoOnInTheNext() {
    ScreenState state = new ScreenState(0);
    String operation = "POST /api/" + "very/".repeat(30) + "long";
    String tree = Records.CHECKOUT_TREE.replace("POST /charges", operation);
    state.accept(ResultStream.PROFILES, Records.profile(operation, 60, 5, 400, tree));

    String text = screen.render(state).replaceAll("\\s", "");
    assertThat(text.split("POST/api/" + "very/".repeat(30) + "long", -1)).hasSizeGreaterThan(3);
  }

  @Property(tries = 200)
  void noLineIsWiderThanAHundredColumns(@ForAll long seed) {
    ScreenState state = new ScreenState(0);
    String operation = "GET /" + "x".repeat((int) Math.floorMod(seed, 300L));
    String tree = Records.CHECKOUT_TREE.replace("POST /charges", operation);
    state.accept(ResultStream.PROFILES, Records.profile(operation, 60, Math.abs(seed), 400, tree));
    state.accept(ResultStream.QUALITY, Records.quality(60, Long.MAX_VALUE, 7, 3));
    assertThat(screen.render(state).lines()).allMatch(line -> line.length() <= 100);
  }
}
