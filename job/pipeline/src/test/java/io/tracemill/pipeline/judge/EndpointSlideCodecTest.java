package io.tracemill.pipeline.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Finding.PrecursorShare;
import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Reading.BlockScore;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.mutation.Subject.CategoryTime;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.statistics.TestResult;
import io.tracemill.pipeline.CodecContract;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EndpointSlideCodecTest extends CodecContract<EndpointSlide> {
  private static final Frame CART = Frame.of("cart", "op");
  private static final Frame DATABASE = Frame.of("db", "op");
  private static final CallTreeSignature FLOW = new CallTreeSignature(1, -2);
  private static final Period WINDOW = new Period(300_000, 600_000);
  private static final Side BEFORE = new Side(300, 0.25, 1_000_000);
  private static final Side AFTER = new Side(25, 0.5, 2_000_000);
  private static final Verdict SLOWER =
      new Verdict(true, new TestResult(0.5, 0.0625, 0.03125), true, false);
  private static final Verdict NOT_RELEVANT =
      new Verdict(false, new TestResult(0.25, 0.5, 0.25), false, false);

  private static final String BLIND =
      "00046361727401026f7000000000000493e000000000000927c0000000000004"
          + "93e000000000000927c001000000ac020000000000000000000000003fe00000"
          + "00000000000000";

  private static final String OF_NEW_NORMAL =
      "00046361727401026f7000000000000493e000000000000927c0000000000004"
          + "93e000000000000927c000010000ac020000000000000000000000003fe00000"
          + "00000000000000";

  private static final String OF_NEW_NORMAL_IN_VERSION_TEN =
      "00046361727401026f7000000000000493e000000000000927c0000000000004"
          + "93e000000000000927c0000100ac020000000000000000000000003fe0000000"
          + "000000000000";

  private static final String OF_A_RULE =
      "00046361727401026f7000000000000493e000000000000927c0000000000000"
          + "0000000000000003a98002000000000000000000000000000000000000000000"
          + "00000001010000000000000001fffffffffffffffeac02b0093fd00000000000"
          + "0080897a19323fe00000000000008092f4011e40340000000000000010000000"
          + "00000000100000000000001a40000000000000003ff000000000000000100000"
          + "000000000000";

  private static final String BLIND_IN_VERSION_TWO =
      "00046361727401026f7000000000000493e000000000000927c0000000000004"
          + "93e000000000000927c00100ac020000000000000000000000003fe000000000"
          + "0000000000";

  private static final String FULL =
      "00046361727401026f7000000000000493e000000000000927c0000000000000"
          + "0000000000000003a980020001ac0219c0843d80897ac08db7018092f401bfd0"
          + "0000000000003fe800000000000006000000000000000001fffffffffffffffe"
          + "ac02b0093fd000000000000080897a19323fe00000000000008092f4010e3fe0"
          + "0000000000003fb00000000000003fa000000000000001010000000000000001"
          + "fffffffffffffffeac02b0093fd000000000000080897a19323fe00000000000"
          + "008092f4010e3fe00000000000003fb00000000000003fa0000000000000083f"
          + "d00000000000003fe00000000000003fd000000000000002010202646201ac02"
          + "b0093fd000000000000080897a19323fe00000000000008092f4010e3fe00000"
          + "000000003fb00000000000003fa00000000000000102000002ac02b0093fd000"
          + "000000000080897a19323fe00000000000008092f4010e3fe00000000000003f"
          + "b00000000000003fa000000000000001020202ac02b0093fd000000000000080"
          + "897a19323fe00000000000008092f4010e3fe00000000000003fb00000000000"
          + "003fa000000000000001030001020102ac02b0093fd000000000000080897a19"
          + "323fe00000000000008092f4010e3fe00000000000003fb00000000000003fa0"
          + "000000000000083fd00000000000003fe00000000000003fd000000000000002"
          + "02010201ac02b0093fd000000000000080897a19323fe00000000000008092f4"
          + "010e3fe00000000000003fb00000000000003fa000000000000001ffbed60601"
          + "0101020463617274026f70026462026f70020000020101090100000000000000"
          + "0300000000000000043fe00000000000003fe80000000000003fd00000000000"
          + "0002000002d00fe807bfe0000000000000010201e807d00f3ff8000000000000"
          + "0117646220736572766963652e76657273696f6e203d2076323feccccccccccc"
          + "cd01000000000000000500000000000000060200000000000000070000000000"
          + "0000080000000000000009000000000000000a000000000000000001ffffffff"
          + "fffffffeac02b0093fd000000000000080897a19323fe00000000000008092f4"
          + "010e3fe00000000000003fb00000000000003fa0000000000000011200000000"
          + "000001020102013ff800000000000040040000000000001e141980897abfe000"
          + "00000000003fe0000000000000060405cf0f02003fd00000000000003fe00000"
          + "00000000c0cf24bfd00000000000003fe8000000000000ac02b0093fd0000000"
          + "00000080897a19323fe00000000000008092f401809bee02";

  private static final String FULL_IN_VERSION_ONE =
      "00046361727401026f7000000000000493e000000000000927c0000000000000"
          + "0000000000000003a98002ac0219c0843d80897ac08db7018092f401bfd00000"
          + "000000003fe800000000000006000000000000000001fffffffffffffffeac02"
          + "3fd000000000000080897a193fe00000000000008092f4010e3fe00000000000"
          + "003fb00000000000003fa000000000000001010000000000000001ffffffffff"
          + "fffffeac023fd000000000000080897a193fe00000000000008092f4010e3fe0"
          + "0000000000003fb00000000000003fa0000000000000083fd00000000000003f"
          + "e00000000000003fd000000000000002010202646201ac023fd0000000000000"
          + "80897a193fe00000000000008092f4010e3fe00000000000003fb00000000000"
          + "003fa00000000000000102000002ac023fd000000000000080897a193fe00000"
          + "000000008092f4010e3fe00000000000003fb00000000000003fa00000000000"
          + "0001020202ac023fd000000000000080897a193fe00000000000008092f4010e"
          + "3fe00000000000003fb00000000000003fa000000000000001030001020102ac"
          + "023fd000000000000080897a193fe00000000000008092f4010e3fe000000000"
          + "00003fb00000000000003fa0000000000000083fd00000000000003fe0000000"
          + "0000003fd00000000000000202010201ac023fd000000000000080897a193fe0"
          + "0000000000008092f4010e3fe00000000000003fb00000000000003fa0000000"
          + "00000001ffbed606010101020463617274026f70026462026f70020000020101"
          + "0901000000000000000300000000000000043fe00000000000003fe800000000"
          + "00003fd000000000000002000002d00fe807bfe0000000000000010201e807d0"
          + "0f3ff80000000000000117646220736572766963652e76657273696f6e203d20"
          + "76323feccccccccccccd01000000000000000500000000000000060200000000"
          + "0000000700000000000000080000000000000009000000000000000a00000000"
          + "0000000001fffffffffffffffeac023fd000000000000080897a193fe0000000"
          + "0000008092f4010e3fe00000000000003fb00000000000003fa0000000000000"
          + "011200000000000001020102013ff80000000000004004000000000000198089"
          + "7abfe00000000000003fe000000000000005cf0f02003fd00000000000003fe0"
          + "000000000000c0cf24bfd00000000000003fe8000000000000ac023fd0000000"
          + "00000080897a193fe00000000000008092f401809bee02";

  EndpointSlideCodecTest() {
    super(
        new EndpointSlideCodec(),
        12,
        Map.of(
            BLIND,
            silent(WatchState.BLIND),
            OF_NEW_NORMAL,
            ofNewNormal(),
            OF_A_RULE,
            ofARule(),
            FULL,
            full()));
  }

  /** All of these bytes, which a codec of that version wrote. */
  private static EndpointSlide read(String hex, int version) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    EndpointSlide read = new EndpointSlideCodec().read(in, version);
    assertThat(in.read()).isEqualTo(-1);
    return read;
  }

  @Test
  void inVersionTenNobodySaidWhoseRequestsArePartsOfOthers() throws IOException {
    assertThat(read(OF_NEW_NORMAL_IN_VERSION_TEN, 10)).isEqualTo(ofNewNormal());
  }

  @Test
  void inVersionTwoNobodySaidWhyAnEndpointLearns() throws IOException {
    EndpointSlide read = read(BLIND_IN_VERSION_TWO, 2);

    assertThat(read).isEqualTo(silent(WatchState.BLIND));
  }

  @Test
  void inVersionOneAllRequestsOfAReadingHadAValue() throws IOException {
    EndpointSlide read = read(FULL_IN_VERSION_ONE, 1);

    assertThat(read.findings()).isEqualTo(full().findings());
    Reading reading = read.readings().get(0);
    assertThat(reading.window()).isEqualTo(new Score(1.5, 2.5, 25, 25, 25, 1_000_000));
    assertThat(reading.newest()).isEqualTo(new Score(-0.5, 0.5, 5, 5, 5, -1000));
    assertThat(reading.after()).isEqualTo(AFTER);
  }

  @Test
  void inVersionOneSharesSayOfHowManyTheyAre() throws IOException {
    EndpointSlide read = read(FULL_IN_VERSION_ONE, 1);

    assertThat(read.trials()).isEqualTo(full().trials());
    assertThat(read.trials().get(0).before().trials()).isEqualTo(1200);
  }

  private static EndpointSlide silent(WatchState state) {
    return EndpointSlide.without(CART, WINDOW, WINDOW, state, 300, 0.5);
  }

  private static EndpointSlide ofNewNormal() {
    return silent(WatchState.LEARNING).ofNewNormal();
  }

  private static EndpointSlide ofARule() {
    Verdict grown = new Verdict(true, TestResult.ruled(20, true), true, false);
    Verdict rest = new Verdict(true, TestResult.ruled(2, false), false, false);
    return new EndpointSlide(
        CART,
        WINDOW,
        new Period(0, 240_000),
        WatchState.WATCHING,
        false,
        false,
        Totals.NONE,
        List.of(new Trial(new CategoryShare(FLOW), BEFORE, AFTER, grown, rest)),
        List.of(),
        List.of());
  }

  private static EndpointSlide full() {
    Trial place = trial(new PlaceTime(new FrameCulprit(DATABASE)));
    return new EndpointSlide(
        CART,
        WINDOW,
        new Period(0, 240_000),
        WatchState.WATCHING,
        false,
        true,
        new Totals(300, 25, 1_000_000, 2_000_000, 3_000_000, 4_000_000, -0.25, 0.75),
        List.of(
            trial(new CategoryTime(FLOW)),
            trial(new CategoryShare(FLOW)),
            place,
            trial(new PlaceTime(new EdgeCulprit("cart", "db"))),
            trial(new PlaceTime(new ServiceCulprit("db"))),
            trial(new CallShare(CART, DATABASE, 2))),
        List.of(finding(place), bare(trial(new CategoryTime(FLOW)))),
        List.of(reading()));
  }

  private static Trial trial(Subject subject) {
    Verdict newest = subject.kind() == Subject.Kind.STRUCTURAL ? NOT_RELEVANT : Verdict.THIN;
    return new Trial(subject, BEFORE, AFTER, SLOWER, newest);
  }

  private static Finding finding(Trial trial) {
    CanonicalForm form =
        new CanonicalForm(
            List.of(
                new CanonicalForm.Node(0, CART, false, 1),
                new CanonicalForm.Node(1, DATABASE, true, 4)),
            true);
    return new Finding(
        trial,
        -7_000_000,
        Optional.of(form),
        List.of(new PrecursorShare(new CallTreeSignature(3, 4), 0.5, 0.75, 0.25)),
        List.of(
            new CulpritChange(new EdgeCulprit("cart", "db"), 1000, 500, -0.5),
            new CulpritChange(new FrameCulprit(DATABASE), 500, 1000, 1.5)),
        List.of(new Rule("db service.version = v2", 0.9)),
        List.of(new TraceId(5, 6)),
        List.of(new TraceId(7, 8), new TraceId(9, 10)));
  }

  private static Finding bare(Trial trial) {
    return new Finding(
        trial, 9, Optional.empty(), List.of(), List.of(), List.of(), List.of(), List.of());
  }

  private static Reading reading() {
    return new Reading(
        new PlaceTime(new FrameCulprit(DATABASE)),
        new Score(1.5, 2.5, 30, 20, 25, 1_000_000),
        new Score(-0.5, 0.5, 6, 4, 5, -1000),
        List.of(new BlockScore(0, 0.25, 0.5), new BlockScore(300_000, -0.25, 0.75)),
        BEFORE,
        AFTER,
        3_000_000);
  }
}
