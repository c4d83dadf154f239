package io.tracemill.cli.query;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.LatencyClass;
import io.tracemill.analysis.view.LatencyClasses;
import io.tracemill.cli.options.Choice;
import io.tracemill.cli.options.OptionalOutOption;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.connectors.output.ResultWriter;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.export.Exports;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.PastProfile;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.EndpointSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The profile of an endpoint in any past time. */
@Command(
    name = "profile",
    header = "Show where the time of an endpoint's requests went, in any past range of time.",
    description = {
      "",
      "The call paths on the critical path of the requests, with their share of all time, and"
          + " their own time per request. It counts all requests, not a sample. It reads whole"
          + " panes (one minute; after a day, ten) and says which time they cover. --json prints a"
          + " record of the stream profiles.",
      ""
    })
final class ProfileCommand extends QuestionCommand {
  @Parameters(
      paramLabel = "ENDPOINT",
      description = "Service and operation, such as 'shop POST /checkout'; * matches anything.")
  private String endpoint = "";

  @Option(
      names = "--class",
      paramLabel = "CLASS",
      converter = ClassConverter.class,
      description = "Only the requests between two percentiles, such as P95-99 or '<=P50'.")
  private Optional<String> latencyClass = Optional.empty();

  @Option(
      names = "--export",
      paramLabel = "FORMAT",
      split = ",",
      converter = GraphFormat.class,
      description =
          "Write flame graphs to DIR/exports: folded, speedscope, pprof or grafana. Needs --out.")
  private Set<FlameGraphFormat> exports = EnumSet.noneOf(FlameGraphFormat.class);

  @Mixin private OptionalOutOption out = new OptionalOutOption();

  /** The latency classes, by their names. */
  static final class ClassConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return Choice.of(
          "class",
          LatencyClass.NAMES.toArray(String[]::new),
          name -> name,
          String::equalsIgnoreCase,
          text);
    }
  }

  /** The flame graph formats, by the names that users type. */
  static final class GraphFormat implements ITypeConverter<FlameGraphFormat> {
    @Override
    public FlameGraphFormat convert(String label) {
      return Choice.of(
          "format", FlameGraphFormat.values(), FlameGraphFormat::label, String::equals, label);
    }
  }

  @Override
  Answer ask(StoreSession session, Filter filter) throws IOException {
    if (!filter.attributes().isEmpty()
        || filter.minDurationNanos() > 0
        || filter.role().isPresent()) {
      throw new ConfigException(
          "--where, --min-duration and --role: a profile counts all requests; leave them out");
    }
    if (exports.isEmpty() == out.path().isPresent()) {
      throw new ConfigException("--export and --out belong together; give both or neither");
    }
    TracemillConfig config = options().config();
    Frame found = EndpointSearch.one(session, endpoint);
    PastProfile past = PastProfile.ask(session, filter.time(), found, Rules.sums(config));
    LatencyClasses classes =
        LatencyClasses.of(
            KeptRequests.ofStatistics(session, filter.of(found)), session.rules().replay());
    Optional<LatencyClass> only = latencyClass.flatMap(classes::named);
    export(found, classes);
    return new Answer(
        new ObjectMapper()
            .readTree(
                new ResultWriter(Rules.records(config))
                    .write(past.profile(), past.profile().window().endMillis())
                    .value()),
        lines(past, only),
        ProfileText.table(past.profile(), only).csv());
  }

  private static List<String> lines(PastProfile past, Optional<LatencyClass> only) {
    EndpointProfile profile = past.profile();
    List<String> lines = new ArrayList<>(ProfileText.lines(profile, only));
    Period data = past.data();
    if (data.startMillis() > profile.window().startMillis()
        || data.endMillis() < profile.window().endMillis()) {
      lines.add(1, "The store has panes of %s only.".formatted(data.text()));
    }
    if (past.otherVersions() > 0) {
      lines.add(1, "Left out: %d panes of another version.".formatted(past.otherVersions()));
    }
    return lines;
  }

  private void export(Frame found, LatencyClasses classes) throws IOException {
    if (out.path().isPresent()) {
      Path directory = out.makeOr(out.path().get());
      Exports.prepare(directory);
      try {
        FlameGraphFiles files = Exports.files(directory, exports, List.of());
        files.write(found, classes);
        files.writeIndex();
        Exports.publish(directory);
      } finally {
        Exports.discard(directory);
      }
    }
  }
}
