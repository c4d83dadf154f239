package io.tracemill.cli.diagnose;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Percentile;
import io.tracemill.analysis.view.tprof.Call;
import io.tracemill.analysis.view.tprof.LayerTables.Row;
import io.tracemill.cli.query.answer.Csv;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The rows of all layers as comma-separated values; names are those of findings. */
final class LayerCsv {
  private static final List<String> FIGURES =
      List.of("count", "meanNanos", "stddevNanos", "p50Nanos", "p99Nanos");

  private LayerCsv() {}

  /** The line of names. */
  static String header() {
    return Csv.line(
        Stream.of(
                Stream.of("layer", "endpoint.service", "endpoint.operation", "group", "kind"),
                Stream.of("operation.service", "operation.operation", "path", "part", "before"),
                Stream.of("explained"),
                FIGURES.stream(),
                FIGURES.stream().map(name -> "normal." + name),
                FIGURES.stream().map(name -> "slowest." + name))
            .flatMap(names -> names)
            .toList());
  }

  static String line(Row row) {
    List<String> cells = new ArrayList<>();
    cells.add(Integer.toString(row.layer()));
    cells.add(row.endpoint().map(Frame::service).orElse(""));
    cells.add(row.endpoint().map(Frame::operation).orElse(""));
    cells.add(row.group().map(group -> group.hex()).orElse(""));
    cells.add(row.kind().name().toLowerCase(Locale.ROOT));
    cells.add(row.operation().service());
    cells.add(row.operation().operation());
    cells.add(row.path().stream().map(LayerCsv::text).collect(joining(" > ")));
    cells.add(row.part().isPresent() ? Integer.toString(row.part().getAsInt()) : "");
    cells.add(row.before().map(LayerCsv::text).orElse(""));
    cells.add(Csv.number(row.explained()));
    Stream.of(row.times().all(), row.times().normal(), row.times().tail())
        .forEach(times -> cells.addAll(figures(times)));
    return Csv.line(cells);
  }

  /** {@code db SELECT}, {@code db SELECT (3 of 9)}. */
  private static String text(Call call) {
    return call.of() == 1
        ? call.frame().toString()
        : "%s (%d of %d)".formatted(call.frame(), call.number(), call.of());
  }

  private static List<String> figures(Distribution times) {
    return List.of(
        Csv.number(times.count()),
        Long.toString(times.mean().rounded()),
        Long.toString(Math.round(times.deviation())),
        nanos(times.percentiles().p50()),
        nanos(times.percentiles().p99()));
  }

  private static String nanos(Optional<Percentile> percentile) {
    return percentile.map(of -> Long.toString(of.value())).orElse("");
  }
}
