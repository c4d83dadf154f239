package io.tracemill.connectors.profiles;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.stack.LocalSpanReader;
import io.tracemill.analysis.stack.LocalSpans;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.StackSamplesBuilder;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.FragmentSink;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.json.JsonDecoder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** A recording of the reference: spans and stack samples of one host. */
final class Recording {
  private static final SpanRules RULES =
      new SpanRules(Long.MAX_VALUE, Set.of(), LocalSpans.ATTRIBUTES);

  final LocalSpans spans = new LocalSpans();
  private final Path folder;

  Recording(Path folder) throws Exception {
    this.folder = folder;
    Map<TraceId, List<Fragment>> traces = new LinkedHashMap<>();
    JsonDecoder decoder = new JsonDecoder(RULES);
    for (byte[] line : lines("spans")) {
      FragmentBuilder builder = new FragmentBuilder(RULES);
      builder.begin(0);
      if (decoder.decode(line, new FragmentSink(builder)) instanceof DecodeResult.Decoded) {
        builder.finish(
            0,
            0,
            each -> traces.computeIfAbsent(each.traceId(), id -> new ArrayList<>()).add(each));
      }
    }
    TraceTreeBuilder builder = new TraceTreeBuilder(true, new Vocabulary(1000));
    LocalSpanReader reader = new LocalSpanReader(LocalSpans.ATTRIBUTES);
    traces.forEach(
        (id, fragments) ->
            reader.read(
                builder.build(new AssembledTrace(id, 0, false, 0, false, fragments)), spans::add));
  }

  /** Samples of a kind of file, {@code perf} or {@code jfr}. */
  List<StackSample> read(String file) throws IOException {
    List<StackSample> samples = new ArrayList<>();
    for (byte[] line : lines(file)) {
      try {
        samples.addAll(ProfilesDecoder.decode(line, OptionalLong.empty()).samples());
      } catch (MalformedRecordException e) {
        throw new IOException(e);
      }
    }
    return samples;
  }

  StackSamples build(List<StackSample> samples) {
    StackSamplesBuilder builder = new StackSamplesBuilder(spans.processes());
    samples.forEach(builder::add);
    return builder.build();
  }

  /** What a slower profiler would have sent. */
  static List<StackSample> thinned(List<StackSample> samples, int hz) {
    long period = 1_000_000_000L / hz;
    Map<Integer, Long> last = new HashMap<>();
    List<StackSample> kept = new ArrayList<>();
    for (StackSample each :
        samples.stream().sorted(Comparator.comparingLong(StackSample::timeNanos)).toList()) {
      long since = each.timeNanos() - last.getOrDefault(each.cpu(), 0L);
      if (since >= period - each.periodNanos() / 2) {
        last.put(each.cpu(), each.timeNanos());
        kept.add(
            new StackSample(
                each.thread(),
                each.cpu(),
                SampleKind.CPU,
                each.timeNanos(),
                period,
                period,
                each.frames()));
      }
    }
    return kept;
  }

  private List<byte[]> lines(String file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve(file + ".otlp.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
      return reader.lines().map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
    }
  }
}
