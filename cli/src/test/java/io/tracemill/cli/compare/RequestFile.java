package io.tracemill.cli.compare;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.AssemblyClock;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.files.TraceFiles;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjLongConsumer;

/** The requests of a trace file, decoded, put together and analysed as the job does. */
record RequestFile(Path file, TracemillConfig config) {

  /** Hands on each request with its event time, milliseconds. */
  void read(ObjLongConsumer<RequestAnalysis> to) throws TraceFileException {
    AssemblyClock clock = new AssemblyClock(Rules.assembly(config));
    TraceAnalyzer analyzer = new TraceAnalyzer(Rules.analysis(config));
    QualityLedger ledger = new QualityLedger(Long.MAX_VALUE / 2);
    fragments()
        .forEach(
            (id, fragments) -> {
              AssemblyClock.Closing closing = clock.closing(fragments, Long.MAX_VALUE);
              long millis = closing.deadlineMillis();
              analyzer.analyze(
                  new AssembledTrace(id, millis, false, 0, false, closing.included()),
                  ledger,
                  sink(to, millis));
            });
  }

  private Map<TraceId, List<Fragment>> fragments() throws TraceFileException {
    Map<TraceId, List<Fragment>> byTrace = new LinkedHashMap<>();
    SpanRules rules = Rules.spans(config);
    FragmentBuilder spans = new FragmentBuilder(rules);
    try (FileUnits units =
        TraceFiles.openAll(List.of(file), Optional.empty(), config.get(Keys.TIME_MAX_JUMP))) {
      for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
        long millis = unit.get().eventTimeMillis();
        spans.begin(millis);
        unit.get().format().decoder(rules).decode(unit.get().bytes(), spans);
        spans.finish(
            millis,
            millis,
            fragment ->
                byTrace
                    .computeIfAbsent(fragment.traceId(), added -> new ArrayList<>())
                    .add(fragment));
      }
    }
    return byTrace;
  }

  private static AnalysisSink sink(ObjLongConsumer<RequestAnalysis> to, long millis) {
    return new AnalysisSink() {
      @Override
      public void request(RequestAnalysis request) {
        to.accept(request, millis);
      }

      @Override
      public void late(LateSpan span) {
        throw new AssertionError("a late span of " + span);
      }
    };
  }
}
