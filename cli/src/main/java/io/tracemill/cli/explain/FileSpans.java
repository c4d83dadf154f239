package io.tracemill.cli.explain;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.stack.LocalSpanReader;
import io.tracemill.analysis.stack.LocalSpans;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.FragmentSink;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.files.FileFormat;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The spans of trace files that samples can be stitched to. All spans are held in memory. */
final class FileSpans {
  private static final int MAX_NAMES = 1 << 16;

  private final SpanRules rules;
  private final Map<FileFormat, RecordDecoder> decoders = new EnumMap<>(FileFormat.class);
  private final Map<TraceId, List<Fragment>> traces = new LinkedHashMap<>();

  private long leftOut;
  private Optional<String> problem = Optional.empty();

  private FileSpans(TracemillConfig config) {
    rules =
        new SpanRules(
            Long.MAX_VALUE, config.get(Keys.SPANS_NORMALIZE_RULES), LocalSpans.ATTRIBUTES);
  }

  /** Reads all units, and says on {@code err} what it left out. */
  static LocalSpans of(FileUnits units, TracemillConfig config, PrintWriter err)
      throws TraceFileException {
    FileSpans files = new FileSpans(config);
    for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
      files.decode(unit.get());
    }
    if (files.leftOut > 0) {
      err.printf(
          "tracemill: warning: %,d records and spans could not be read%s%n",
          files.leftOut, files.problem.map(first -> "; the first record: " + first).orElse(""));
      err.flush();
    }
    return files.spans();
  }

  private void decode(FileUnit unit) {
    FragmentBuilder builder = new FragmentBuilder(rules);
    builder.begin(unit.eventTimeMillis());
    DecodeResult result =
        decoders
            .computeIfAbsent(unit.format(), format -> format.decoder(rules))
            .decode(unit.bytes(), new FragmentSink(builder));
    if (result instanceof DecodeResult.Malformed malformed) {
      leftOut++;
      problem = problem.or(() -> Optional.of(malformed.reason()));
      return;
    }
    for (RejectReason reason : RejectReason.values()) {
      leftOut += builder.rejected(reason);
    }
    builder.finish(
        unit.eventTimeMillis(),
        unit.eventTimeMillis(),
        part -> traces.computeIfAbsent(part.traceId(), id -> new ArrayList<>()).add(part));
  }

  private LocalSpans spans() {
    TraceTreeBuilder trees = new TraceTreeBuilder(true, new Vocabulary(MAX_NAMES));
    LocalSpanReader reader = new LocalSpanReader(LocalSpans.ATTRIBUTES);
    LocalSpans spans = new LocalSpans();
    traces.forEach(
        (id, parts) ->
            reader.read(
                trees.build(new AssembledTrace(id, 0, false, 0, false, parts)), spans::add));
    return spans;
  }
}
