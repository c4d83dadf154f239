package io.tracemill.analysis.mutation;

import static io.tracemill.analysis.varint.Varint.writeSignedLong;

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
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.statistics.TestResult;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Writes what endpoints say at a slide, or parts of it. All that goes through one writer is to be
 * read through one {@link SlideReader}, in the same order: names are written once.
 *
 * <p>A number that may be negative is written as such; a list as its size and what is in it.
 */
public final class SlideWriter {
  /**
   * Of what is written. All that holds such parts is counted up with it, and read by the version
   * that it was written in.
   */
  public static final int VERSION = 12;

  static final int THIN = 1;
  static final int ROSE = 2;
  static final int RELEVANT = 4;
  static final int TESTED = 8;
  static final int RULED = 16;

  private final DataOutput out;
  private final FrameWriter frames;

  public SlideWriter(DataOutput out) {
    this.out = out;
    this.frames = new FrameWriter(out);
  }

  private interface Item<T> {
    void write(T value) throws IOException;
  }

  private <T> void list(List<T> values, Item<? super T> item) throws IOException {
    Varint.write(out, values.size());
    for (T value : values) {
      item.write(value);
    }
  }

  /** A whole slide. */
  public void slide(EndpointSlide slide) throws IOException {
    frame(slide.endpoint());
    period(slide.window());
    period(slide.baseline());
    out.writeByte(slide.state().ordinal());
    out.writeBoolean(slide.newNormal());
    out.writeBoolean(slide.interior());
    totals(slide.totals());
    list(slide.trials(), this::trial);
    list(slide.findings(), this::finding);
    list(slide.readings(), this::reading);
  }

  public void frame(Frame frame) throws IOException {
    frames.frame(frame);
  }

  public void frames(List<Frame> all) throws IOException {
    list(all, this::frame);
  }

  public void period(Period period) throws IOException {
    out.writeLong(period.startMillis());
    out.writeLong(period.endMillis());
  }

  public void totals(Totals totals) throws IOException {
    Varint.write(out, totals.beforeTraces());
    Varint.write(out, totals.afterTraces());
    Varint.write(out, totals.beforeMeanNanos());
    Varint.write(out, totals.afterMeanNanos());
    Varint.write(out, totals.beforeP95Nanos());
    Varint.write(out, totals.afterP95Nanos());
    out.writeDouble(totals.restRatio());
    out.writeDouble(totals.completeRatio());
  }

  public void trial(Trial trial) throws IOException {
    subject(trial.subject());
    side(trial.before());
    side(trial.after());
    verdict(trial.window());
    verdict(trial.newest());
  }

  public void subject(Subject subject) throws IOException {
    if (subject instanceof CategoryTime time) {
      out.writeByte(0);
      signature(time.flow());
    } else if (subject instanceof CategoryShare share) {
      out.writeByte(1);
      signature(share.flow());
    } else if (subject instanceof PlaceTime time) {
      out.writeByte(2);
      frames.culprit(time.place());
    } else if (subject instanceof CallShare share) {
      out.writeByte(3);
      frame(share.caller());
      frame(share.callee());
      Varint.write(out, share.atLeast());
    }
  }

  private void signature(CallTreeSignature flow) throws IOException {
    out.writeLong(flow.high());
    out.writeLong(flow.low());
  }

  private void side(Side side) throws IOException {
    Varint.write(out, side.traces());
    Varint.write(out, side.trials());
    out.writeDouble(side.share());
    writeSignedLong(out, side.meanNanos());
  }

  private void verdict(Verdict verdict) throws IOException {
    boolean tested = !verdict.test().equals(Verdict.THIN.test());
    out.writeByte(
        (verdict.thin() ? THIN : 0)
            | (verdict.rose() ? ROSE : 0)
            | (verdict.relevant() ? RELEVANT : 0)
            | (tested ? TESTED : 0)
            | (verdict.test().ruled() ? RULED : 0));
    if (tested) {
      TestResult test = verdict.test();
      out.writeDouble(test.statistic());
      out.writeDouble(test.p());
      out.writeDouble(test.attainable());
    }
  }

  public void finding(Finding finding) throws IOException {
    trial(finding.trial());
    writeSignedLong(out, finding.contributionNanos());
    out.writeBoolean(finding.form().isPresent());
    if (finding.form().isPresent()) {
      finding.form().get().write(out);
    }
    list(finding.precursors(), this::precursor);
    culprits(finding.culprits());
    list(finding.rules(), this::rule);
    list(finding.before(), this::traceId);
    list(finding.after(), this::traceId);
  }

  private void precursor(PrecursorShare precursor) throws IOException {
    signature(precursor.flow());
    out.writeDouble(precursor.distance());
    out.writeDouble(precursor.beforeShare());
    out.writeDouble(precursor.afterShare());
  }

  public void culprits(List<CulpritChange> changes) throws IOException {
    list(changes, this::culprit);
  }

  private void culprit(CulpritChange change) throws IOException {
    frames.culprit(change.culprit());
    writeSignedLong(out, change.beforeNanos());
    writeSignedLong(out, change.afterNanos());
    out.writeDouble(change.share());
  }

  private void rule(Rule rule) throws IOException {
    Text.write(out, rule.text());
    out.writeDouble(rule.accuracy());
  }

  private void traceId(TraceId id) throws IOException {
    out.writeLong(id.high());
    out.writeLong(id.low());
  }

  public void reading(Reading reading) throws IOException {
    subject(reading.subject());
    score(reading.window());
    score(reading.newest());
    Varint.write(out, reading.blocks().size());
    long before = 0;
    for (BlockScore block : reading.blocks()) {
      writeSignedLong(out, block.startMillis() - before);
      out.writeDouble(block.sum());
      out.writeDouble(block.variance());
      before = block.startMillis();
    }
    side(reading.before());
    side(reading.after());
    writeSignedLong(out, reading.beforeRequestNanos());
  }

  private void score(Score score) throws IOException {
    out.writeDouble(score.sum());
    out.writeDouble(score.variance());
    Varint.write(out, score.values());
    Varint.write(out, score.requests());
    Varint.write(out, score.traces());
    writeSignedLong(out, score.riseNanos());
  }
}
