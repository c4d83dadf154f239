package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Judgement;
import io.tracemill.analysis.alert.Tested;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.statistics.TestResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTextTest {
  private static final long MILLI = 1_000_000;
  private static final Frame BUY = Frame.of("shop", "GET /buy");
  private static final Period WINDOW = new Period(60_000, 120_000);
  private static final Totals TOTALS =
      new Totals(600, 600, 50 * MILLI, 100 * MILLI, 80 * MILLI, 200 * MILLI, 0, 1);

  @Test
  void placesThatWereFoundComeFirstAndOthersAreMarked() {
    CulpritChange noisy = change("stock", 30);
    CulpritChange found = change("payment", 20);
    EndpointSlide slide =
        new EndpointSlide(
            BUY,
            WINDOW,
            WINDOW,
            WatchState.WATCHING,
            false,
            TOTALS,
            List.of(),
            List.of(),
            List.of());
    ComparedEndpoint endpoint =
        new ComparedEndpoint(slide, Optional.empty(), List.of(noisy, found), Optional.empty());
    Judgement judgement = new Judgement(List.of(alert(found)), List.of());
    StringWriter text = new StringWriter();

    OutcomeText.print(
        new Outcome(List.of(endpoint), judgement, new Tested(2, 2, 1), 0.01),
        incident -> "",
        new PrintWriter(text));

    assertThat(text.toString().lines().filter(line -> line.contains("%  ")).map(String::strip))
        .containsExactly(
            "+20.0 ms  40 %  payment call, 10.0 ms -> 30.0 ms",
            "+30.0 ms  60 %  stock call, 10.0 ms -> 40.0 ms (no alert is put down to it)");
  }

  private static CulpritChange change(String service, long millis) {
    Culprit place = new FrameCulprit(Frame.of(service, "call"));
    return new CulpritChange(place, 10 * MILLI, (10 + millis) * MILLI, millis / 50.0);
  }

  private static Alert alert(CulpritChange place) {
    Verdict verdict = new Verdict(true, new TestResult(1, 1e-8, 1e-12), true, false);
    Side side = new Side(600, 1, 10 * MILLI);
    Subject subject = new Subject.PlaceTime(place.culprit());
    Finding finding =
        new Finding(
            new Trial(subject, side, side, verdict, verdict),
            1,
            Optional.empty(),
            List.of(),
            List.of(place),
            List.of(),
            List.of(),
            List.of());
    return new Alert(
        "a",
        Alert.Status.FIRING,
        Optional.empty(),
        Alert.Scope.ENDPOINT,
        List.of(BUY),
        1,
        finding,
        1e-6,
        TOTALS,
        0,
        0,
        WINDOW,
        WINDOW,
        WINDOW.endMillis(),
        "i");
  }
}
