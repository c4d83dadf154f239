package io.tracemill.analysis.alert;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Finding.PrecursorShare;
import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.mutation.Verdict;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.statistics.TestResult;
import io.tracemill.analysis.varint.Text;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Findings, part by part in the order of their components. */
final class FindingCodec {
  private FindingCodec() {}

  static void write(DataOutput out, Finding finding) throws IOException {
    writeTrial(out, finding.trial());
    out.writeLong(finding.contributionNanos());
    Lists.write(out, finding.form().stream().toList(), (to, form) -> form.write(to));
    Lists.write(out, finding.precursors(), FindingCodec::writePrecursor);
    Lists.write(out, finding.culprits(), FindingCodec::writeChange);
    Lists.write(out, finding.rules(), FindingCodec::writeRule);
    Lists.write(out, finding.before(), FindingCodec::writeTraceId);
    Lists.write(out, finding.after(), FindingCodec::writeTraceId);
  }

  static Finding read(DataInput in) throws IOException {
    Trial trial = readTrial(in);
    long contributionNanos = in.readLong();
    Optional<CanonicalForm> form = Lists.readOne(in, CanonicalForm::read);
    List<PrecursorShare> precursors = Lists.read(in, FindingCodec::readPrecursor);
    List<CulpritChange> culprits = Lists.read(in, FindingCodec::readChange);
    List<Rule> rules = Lists.read(in, FindingCodec::readRule);
    List<TraceId> before = Lists.read(in, FindingCodec::readTraceId);
    List<TraceId> after = Lists.read(in, FindingCodec::readTraceId);
    return new Finding(trial, contributionNanos, form, precursors, culprits, rules, before, after);
  }

  private static void writeTrial(DataOutput out, Trial trial) throws IOException {
    SubjectCodec.write(out, trial.subject());
    writeSide(out, trial.before());
    writeSide(out, trial.after());
    writeVerdict(out, trial.window());
    writeVerdict(out, trial.newest());
  }

  private static Trial readTrial(DataInput in) throws IOException {
    Subject subject = SubjectCodec.read(in);
    Side before = readSide(in);
    Side after = readSide(in);
    Verdict window = readVerdict(in);
    return new Trial(subject, before, after, window, readVerdict(in));
  }

  private static void writeSide(DataOutput out, Side side) throws IOException {
    out.writeLong(side.traces());
    out.writeDouble(side.share());
    out.writeLong(side.meanNanos());
  }

  private static Side readSide(DataInput in) throws IOException {
    long traces = in.readLong();
    double share = in.readDouble();
    return new Side(traces, share, in.readLong());
  }

  private static void writeVerdict(DataOutput out, Verdict verdict) throws IOException {
    out.writeBoolean(verdict.rose());
    out.writeDouble(verdict.test().statistic());
    out.writeDouble(verdict.test().p());
    out.writeDouble(verdict.test().attainable());
    out.writeBoolean(verdict.relevant());
    out.writeBoolean(verdict.thin());
  }

  private static Verdict readVerdict(DataInput in) throws IOException {
    boolean rose = in.readBoolean();
    double statistic = in.readDouble();
    double p = in.readDouble();
    TestResult test = new TestResult(statistic, p, in.readDouble());
    boolean relevant = in.readBoolean();
    return new Verdict(rose, test, relevant, in.readBoolean());
  }

  private static void writePrecursor(DataOutput out, PrecursorShare precursor) throws IOException {
    SubjectCodec.writeFlow(out, precursor.flow());
    out.writeDouble(precursor.distance());
    out.writeDouble(precursor.beforeShare());
    out.writeDouble(precursor.afterShare());
  }

  private static PrecursorShare readPrecursor(DataInput in) throws IOException {
    CallTreeSignature flow = SubjectCodec.readFlow(in);
    double distance = in.readDouble();
    double beforeShare = in.readDouble();
    return new PrecursorShare(flow, distance, beforeShare, in.readDouble());
  }

  static void writeChange(DataOutput out, CulpritChange change) throws IOException {
    FrameCodec.writeCulprit(out, change.culprit());
    out.writeLong(change.beforeNanos());
    out.writeLong(change.afterNanos());
    out.writeDouble(change.share());
  }

  static CulpritChange readChange(DataInput in) throws IOException {
    Culprit culprit = FrameCodec.readCulprit(in);
    long beforeNanos = in.readLong();
    long afterNanos = in.readLong();
    return new CulpritChange(culprit, beforeNanos, afterNanos, in.readDouble());
  }

  private static void writeRule(DataOutput out, Rule rule) throws IOException {
    Text.write(out, rule.text());
    out.writeDouble(rule.accuracy());
  }

  private static Rule readRule(DataInput in) throws IOException {
    String text = Text.read(in);
    return new Rule(text, in.readDouble());
  }

  private static void writeTraceId(DataOutput out, TraceId id) throws IOException {
    out.writeLong(id.high());
    out.writeLong(id.low());
  }

  private static TraceId readTraceId(DataInput in) throws IOException {
    long high = in.readLong();
    return new TraceId(high, in.readLong());
  }
}
