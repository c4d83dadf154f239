package io.tracemill.analysis.mutation;

import static io.tracemill.analysis.varint.Varint.readSignedLong;

import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding.PrecursorShare;
import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.mutation.Reading.BlockScore;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.mutation.Subject.CategoryTime;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.statistics.TestResult;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what a {@link SlideWriter} wrote. */
public final class SlideReader {
  /** The oldest version that can be read. */
  public static final int OLDEST = 1;

  private static final WatchState[] STATES = WatchState.values();

  private final DataInput in;
  private final int version;
  private final FrameReader frames;

  /**
   * Of what was written before.
   *
   * @param version {@link #OLDEST} to {@link SlideWriter#VERSION}
   */
  public SlideReader(DataInput in, int version) {
    this.in = in;
    this.version = version;
    this.frames = new FrameReader(in);
  }

  private interface Item<T> {
    T read() throws IOException;
  }

  private <T> List<T> list(Item<? extends T> item) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<T> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(item.read());
    }
    return values;
  }

  /** A whole slide. */
  public EndpointSlide slide() throws IOException {
    return new EndpointSlide(
        frame(),
        period(),
        period(),
        STATES[Varint.readUpTo(in, STATES.length - 1)],
        // Once nobody said either.
        version > 2 && in.readBoolean(),
        version > 10 && in.readBoolean(),
        totals(),
        list(this::trial),
        list(this::finding),
        list(this::reading));
  }

  public Frame frame() throws IOException {
    return frames.frame();
  }

  public List<Frame> frames() throws IOException {
    return list(this::frame);
  }

  public Period period() throws IOException {
    return new Period(in.readLong(), in.readLong());
  }

  public Totals totals() throws IOException {
    return new Totals(
        Varint.read(in),
        Varint.read(in),
        Varint.read(in),
        Varint.read(in),
        Varint.read(in),
        Varint.read(in),
        in.readDouble(),
        in.readDouble());
  }

  public Trial trial() throws IOException {
    return new Trial(subject(), side(), side(), verdict(), verdict());
  }

  public Subject subject() throws IOException {
    return switch (in.readUnsignedByte()) {
      case 0 -> new CategoryTime(signature());
      case 1 -> new CategoryShare(signature());
      case 2 -> new PlaceTime(frames.culprit());
      case 3 -> new CallShare(frame(), frame(), Varint.readUpTo(in, Integer.MAX_VALUE));
      default -> throw new IOException("no kind of subject");
    };
  }

  private CallTreeSignature signature() throws IOException {
    return new CallTreeSignature(in.readLong(), in.readLong());
  }

  private Side side() throws IOException {
    return version == 1
        ? new Side(Varint.read(in), in.readDouble(), readSignedLong(in))
        : new Side(Varint.read(in), Varint.read(in), in.readDouble(), readSignedLong(in));
  }

  private Verdict verdict() throws IOException {
    int flags = in.readUnsignedByte();
    TestResult test =
        (flags & SlideWriter.TESTED) == 0
            ? Verdict.THIN.test()
            : new TestResult(
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                (flags & SlideWriter.RULED) != 0);
    return new Verdict(
        (flags & SlideWriter.ROSE) != 0,
        test,
        (flags & SlideWriter.RELEVANT) != 0,
        (flags & SlideWriter.THIN) != 0);
  }

  public Finding finding() throws IOException {
    return new Finding(
        trial(),
        readSignedLong(in),
        in.readBoolean() ? Optional.of(CanonicalForm.read(in)) : Optional.empty(),
        list(this::precursor),
        culprits(),
        list(this::rule),
        list(this::traceId),
        list(this::traceId));
  }

  private PrecursorShare precursor() throws IOException {
    return new PrecursorShare(signature(), in.readDouble(), in.readDouble(), in.readDouble());
  }

  public List<CulpritChange> culprits() throws IOException {
    return list(this::culprit);
  }

  private CulpritChange culprit() throws IOException {
    return new CulpritChange(
        frames.culprit(), readSignedLong(in), readSignedLong(in), in.readDouble());
  }

  private Rule rule() throws IOException {
    return new Rule(Text.read(in), in.readDouble());
  }

  private TraceId traceId() throws IOException {
    return new TraceId(in.readLong(), in.readLong());
  }

  public Reading reading() throws IOException {
    return new Reading(subject(), score(), score(), blocks(), side(), side(), readSignedLong(in));
  }

  private List<BlockScore> blocks() throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<BlockScore> blocks = new ArrayList<>();
    long start = 0;
    for (int i = 0; i < size; i++) {
      start += readSignedLong(in);
      blocks.add(new BlockScore(start, in.readDouble(), in.readDouble()));
    }
    return blocks;
  }

  private Score score() throws IOException {
    if (version == 1) {
      return scoreOfAll();
    }
    return new Score(
        in.readDouble(),
        in.readDouble(),
        Varint.read(in),
        Varint.read(in),
        Varint.read(in),
        readSignedLong(in));
  }

  /** Once all requests were taken to have a value. */
  private Score scoreOfAll() throws IOException {
    double sum = in.readDouble();
    double variance = in.readDouble();
    long traces = Varint.read(in);
    return new Score(sum, variance, traces, traces, traces, readSignedLong(in));
  }
}
