package io.tracemill.cli.evaluation;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.OperationNames;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.FragmentSink;
import io.tracemill.connectors.json.JsonDecoder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** All traces of a recording, each with all of its spans. */
final class RecordedTraces {
  private static final SpanRules RULES =
      new SpanRules(3_600_000, EnumSet.allOf(OperationNames.Rule.class), List.of());

  private RecordedTraces() {}

  static List<AssembledTrace> of(Path file) throws IOException {
    Map<TraceId, List<Fragment>> fragments = new LinkedHashMap<>();
    FragmentBuilder builder = new FragmentBuilder(RULES);
    JsonDecoder decoder = new JsonDecoder(RULES);
    FragmentSink spans = new FragmentSink(builder);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        builder.begin(Long.MAX_VALUE / 4);
        DecodeResult result = decoder.decode(line.getBytes(StandardCharsets.UTF_8), spans);
        if (result != DecodeResult.DECODED) {
          throw new IllegalStateException(file + ": " + result);
        }
        builder.finish(
            0,
            0,
            fragment ->
                fragments
                    .computeIfAbsent(fragment.traceId(), added -> new ArrayList<>())
                    .add(fragment));
      }
    }
    return fragments.entrySet().stream()
        .map(trace -> new AssembledTrace(trace.getKey(), 0, false, 0, false, trace.getValue()))
        .toList();
  }
}
