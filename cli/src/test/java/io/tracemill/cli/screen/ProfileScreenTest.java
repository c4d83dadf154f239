package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.terminal.Terminal;
import io.tracemill.connectors.output.ResultStream;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class ProfileScreenTest {
  private final ProfileScreen screen = ProfileScreen.of(false);

  @Test
  void thePageReadsLikeThis() {
    ScreenState state = Records.state();
    Records.accept(
        state, ResultStream.PROFILES, Records.profile("GET /", 60, 300, 40, Records.HOME_TREE));
    Records.accept(
        state,
        ResultStream.PROFILES,
        Records.profile("POST /checkout", 60, 60, 400, Records.CHECKOUT_TREE));
    Records.accept(state, ResultStream.QUALITY, Records.quality(60, 1204, 0, 0));

    assertThat(screen.render(state))
        .isEqualTo(
            """
            INCIDENTS   none; it is unknown whether the job would find one.
            ENDPOINTS   00:00:30 to 00:01:00 UTC, 12.0 requests/s on 2 endpoints
              req/s      p50      p95      p99   errors   endpoint
                2.0   200 ms   400 ms   600 ms    3.1 %   frontend POST /checkout
                time goes to  60 % bank-api POST /authorizations, 13 % payment -> bank-api (network/wait),
                              12 % checkout INSERT orders
                hottest path  2 % frontend POST /checkout > 10 % checkout POST /orders >
                              2.5 % payment POST /charges > 60 % bank-api POST /authorizations
               10.0    20 ms    40 ms    60 ms    3.1 %   frontend GET /
                time goes to  60 % recommendation GET /recommendations/{id}, 40 % frontend GET /
                hottest path  40 % frontend GET / > 60 % recommendation GET /recommendations/{id}
            ACCOUNTS    No data lost.
                        1,204 records received: 1,204 decoded, 0 dead-lettered
                        24,310 spans decoded: 24,100 used, 210 open
                        1,190 traces complete (100 %), 0 incomplete, 0 of these truncated
            LEGEND      req/s: requests per second. p50, p95, p99: half, 95 % and 99 % of the requests took no
                        longer. errors: the share of the requests that failed. time goes to: the steps with most
                        time of their own on the critical path, as a share of all the time of the endpoint's
                        requests; network/wait is time between two services. hottest path: from the first step
                        always on to the call that took most of the time, with the same shares.
            """);
  }

  @Test
  void lossIsSaidPlainly() {
    ScreenState state = Records.state();
    Records.accept(state, ResultStream.QUALITY, Records.quality(60, 1204, 12, 1));
    assertThat(screen.render(state))
        .contains("DATA LOST: 12 spans late, 1 span rejected.")
        .contains("1 rejected", "(1 negative-duration)");
  }

  @Test
  void spansThatNeverArrivedAreNotPassedOver() {
    ScreenState state = Records.state();
    Records.accept(state, ResultStream.QUALITY, Records.quality(60, 1204, 0, 0, 10));
    assertThat(screen.render(state))
        .contains("No data lost here, but 10 traces lack spans that did not arrive.")
        .contains("1,190 traces complete (99.2 %), 10 incomplete");
  }

  @Test
  void nothingIsClaimedBeforeThereAreResults() {
    assertThat(screen.render(Records.state()))
        .contains("ENDPOINTS   none: ")
        .contains("unknown")
        .doesNotContain("No data lost");
  }

  @Test
  void framesReplaceEachOtherOnATerminalOnly() {
    ScreenState state = Records.state();
    assertThat(new ProfileScreen(true, false, Optional::empty).frame(state, "", ""))
        .startsWith("\u001b[HINCIDENTS")
        .endsWith("\u001b[K\n\u001b[J");
    assertThat(screen.frame(state, "", "below\n"))
        .isEqualTo(screen.render(state) + "below\n")
        .doesNotContain("\u001b");
  }

  @Test
  void onlyATerminalThatWantsThemGetsColours() {
    ScreenState state = ofTwenty();
    Records.accept(state, ResultStream.INCIDENTS, Records.incident("10", "firing", "page", 60));
    Optional<Terminal> size = Optional.of(new Terminal(24, 80));

    assertThat(new ProfileScreen(true, true, () -> size).frame(state, "", ""))
        .contains("\u001b[31m  PAGE\u001b[0m      payment -> 10", "\u001b[1mINCIDENTS\u001b[0m");
    assertThat(frame(state, 24, 80)).doesNotContain("\u001b[3", "\u001b[1");
  }

  @Test
  void aSmallTerminalKeepsIncidentsBeforeEndpointsAndLosses() {
    ScreenState state = ofTwenty();
    Records.accept(state, ResultStream.INCIDENTS, Records.incident("10", "firing", "page", 60));

    for (int columns : new int[] {80, 100, 300}) {
      for (int rows : new int[] {24, 30, 40}) {
        String frame = frame(state, rows, columns);
        assertThat(frame.lines().mapToInt(line -> 1 + (line.length() - 1) / columns).sum())
            .isLessThan(rows);
        assertThat(frame)
            .startsWith("INCIDENTS   1 firing")
            .contains("frontend GET /29\n", "DATA LOST: 12 spans late.")
            .endsWith("a fault\n");
      }
    }
    assertThat(frame(state, 5, 100).lines()).hasSize(4);
    assertThat(frame(state, 5, 100)).contains("PAGE");
    assertThat(frame(state, 500, 100)).contains("LEGEND");
  }

  @Test
  void noIncidentVanishesUncountedFromASmallTerminal() {
    ScreenState state = ofTwenty();
    for (int i = 0; i < 8; i++) {
      Records.accept(
          state, ResultStream.INCIDENTS, Records.incident("i" + i, "firing", "page", 60));
    }

    String frame = frame(state, 16, 80);
    int shown = frame.split("PAGE", -1).length - 1;
    assertThat(frame).contains("and " + (8 - shown) + " more; the terminal is too small");
  }

  @Test
  void endpointsOfFiringIncidentsComeFirst() {
    ScreenState state = ofTwenty();
    Records.accept(state, ResultStream.INCIDENTS, Records.incident("12", "firing", "ticket", 60));
    Records.accept(state, ResultStream.INCIDENTS, Records.incident("11", "firing", "page", 60));
    Records.accept(state, ResultStream.INCIDENTS, Records.incident("10", "recovered", "page", 60));

    assertThat(screen.render(state))
        .containsSubsequence("/11\n", "/12\n", "/29\n", "/28\n", "/13\n", "/10\n");
    assertThat(frame(state, 24, 80)).containsSubsequence("endpoint\n", "/11\n", "/12\n", "/29\n");
  }

  @Test
  void aRowOfEachEndpointComesBeforeThePathsOfAny() {
    ScreenState state = ofTwenty();

    assertThat(frame(state, 69, 100)).contains("  1,204 records received").doesNotContain("LEGEND");
    assertThat(frame(state, 28, 100).split("hottest path", -1)).hasSize(2);
    assertThat(frame(state, 26, 100))
        .contains("GET /10\n")
        .doesNotContain("hottest path", "too small", "records received");
    assertThat(frame(state, 17, 100))
        .contains("GET /20\n", "and 10 more; the terminal is too small\n")
        .doesNotContain("GET /19\n");
  }

  @Test
  void linesAboveThePageStayOnATerminalOfAnySize() {
    for (int[] rowsAndColumns : new int[][] {{5, 60}, {24, 80}, {50, 140}}) {
      Optional<Terminal> size = Optional.of(new Terminal(rowsAndColumns[0], rowsAndColumns[1]));
      String frame =
          new ProfileScreen(true, false, () -> size).frame(ofTwenty(), "CONSOLE     here\n", "");
      assertThat(frame).startsWith("\u001b[HCONSOLE     here");
      assertThat(frame.lines()).hasSizeLessThanOrEqualTo(rowsAndColumns[0]);
    }
  }

  @Test
  void linesFitATerminalThatIsNarrow() {
    ScreenState state = ofTwenty();
    Records.accept(state, ResultStream.INCIDENTS, Records.incident("11", "firing", "page", 60));
    Records.accept(state, ResultStream.INCIDENTS, Records.incident("10", "recovered", "page", 60));

    for (int rows : new int[] {24, 500}) {
      assertThat(frame(state, rows, 80).lines())
          .allMatch(line -> line.length() <= 80 && !line.isBlank());
    }
  }

  private static ScreenState ofTwenty() {
    ScreenState state = Records.state();
    for (int i = 10; i < 30; i++) {
      Records.accept(
          state,
          ResultStream.PROFILES,
          Records.profile("GET /" + i, 60, 300, i, Records.HOME_TREE));
    }
    Records.accept(state, ResultStream.QUALITY, Records.quality(60, 1204, 12, 0));
    return state;
  }

  /** What stands on a terminal of this size, with a line below the page. */
  private static String frame(ScreenState state, int rows, int columns) {
    Optional<Terminal> size = Optional.of(new Terminal(rows, columns));
    return new ProfileScreen(true, false, () -> size)
        .frame(state, "", "a fault\n")
        .replaceAll("\u001b\\[[HKJ]", "");
  }

  @Test
  void namesCannotSteerTheTerminal() {
    ScreenState state = Records.state();
    String tree = Records.tree(Records.frame(-1, "a\\u001b[2J", "b\\u009b", 1, 1));
    Records.accept(
        state, ResultStream.PROFILES, Records.profile("GET \\u001b[31m", 60, 1, 1, tree));
    assertThat(screen.render(state).chars()).allMatch(c -> c == '\n' || !Character.isISOControl(c));
  }

  @Test
  void namesThatAreLongerThanALineGoOnInTheNext() {
    ScreenState state = Records.state();
    String operation = "POST /api/" + "very/".repeat(30) + "long";
    String tree = Records.CHECKOUT_TREE.replace("POST /charges", operation);
    Records.accept(state, ResultStream.PROFILES, Records.profile(operation, 60, 5, 400, tree));

    String text = screen.render(state).replaceAll("\\s", "");
    assertThat(text.split("POST/api/" + "very/".repeat(30) + "long", -1)).hasSize(3);
  }

  @Property(tries = 200)
  void noLineIsWiderThanAHundredColumns(@ForAll long seed) {
    ScreenState state = Records.state();
    String operation = "GET /" + "x".repeat((int) Math.floorMod(seed, 300L));
    String tree = Records.CHECKOUT_TREE.replace("POST /charges", operation);
    Records.accept(
        state, ResultStream.PROFILES, Records.profile(operation, 60, Math.abs(seed), 400, tree));
    Records.accept(state, ResultStream.QUALITY, Records.quality(60, Long.MAX_VALUE, 7, 3));
    assertThat(screen.render(state).lines()).allMatch(line -> line.length() <= 100);
  }
}
