package io.tracemill.connectors.profiles;

import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.ProcessNames;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.SelfSegments;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.StackSamplesBuilder;
import io.tracemill.analysis.stack.ThreadName;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.FragmentSink;
import io.tracemill.connectors.json.JsonDecoder;
import io.tracemill.connectors.otlp.OtlpRequests;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** A recording of the reference: spans and stack samples of one host. */
final class Recording {
  private static final String HOST = "lab-1";
  private static final SpanRules RULES =
      new SpanRules(Long.MAX_VALUE, Set.of(), List.of("thread.id", "thread.name"));

  final List<LocalSpan> spans = new ArrayList<>();
  final Set<ThreadName> own = new HashSet<>();
  private final ProcessNames processes = new ProcessNames();
  private final Path folder;

  Recording(Path folder) throws Exception {
    this.folder = folder;
    Map<TraceId, List<Fragment>> traces = new LinkedHashMap<>();
    JsonDecoder decoder = new JsonDecoder(RULES);
    for (byte[] line : lines("spans")) {
      nameProcesses(line);
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
    traces.forEach(
        (id, fragments) ->
            addSpans(builder.build(new AssembledTrace(id, 0, false, 0, false, fragments))));
  }

  private void nameProcesses(byte[] line) throws Exception {
    for (ResourceSpans resource : new OtlpRequests().read(line).getResourceSpansList()) {
      Map<String, String> attributes = new HashMap<>();
      resource
          .getResource()
          .getAttributesList()
          .forEach(
              each ->
                  attributes.put(
                      each.getKey(),
                      each.getValue().hasIntValue()
                          ? Long.toString(each.getValue().getIntValue())
                          : each.getValue().getStringValue()));
      processes.add(
          HOST,
          attributes.getOrDefault("process.pid", ""),
          "",
          attributes.getOrDefault("service.name", ""));
    }
  }

  private void addSpans(TraceTree tree) {
    for (int span = 0; span < tree.size(); span++) {
      if (tree.kind(span) == SpanKind.SERVER) {
        String[] thread = attributes(tree, span);
        own.add(ThreadName.of(tree.frame(span).service(), thread[1]));
        spans.add(new LocalSpan(tree.frame(span), HOST, thread[0], SelfSegments.of(tree, span)));
      }
    }
  }

  private static String[] attributes(TraceTree tree, int span) {
    String[] values = {"", ""};
    AttributeCursor cursor = new AttributeCursor();
    if (tree.attributes(tree.firstPart(span), cursor)) {
      while (cursor.next()) {
        values[cursor.key()] =
            new String(
                cursor.bytes(), cursor.valueOffset(), cursor.valueLength(), StandardCharsets.UTF_8);
      }
    }
    return values;
  }

  /** Samples of a kind of file, {@code perf} or {@code jfr}. */
  List<StackSample> read(String file) throws IOException {
    List<StackSample> samples = new ArrayList<>();
    for (byte[] line : lines(file)) {
      samples.addAll(
          ((ProfilesResult.Decoded) ProfilesDecoder.decode(line, OptionalLong.empty())).samples());
    }
    return samples;
  }

  StackSamples build(List<StackSample> samples) {
    StackSamplesBuilder builder = new StackSamplesBuilder(processes);
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
