package io.tracemill.cli.explain;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.LocalSpans;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.StackSamplesBuilder;
import io.tracemill.analysis.stack.look.HostExplainer;
import io.tracemill.analysis.stack.look.StackExplainer;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.files.SkippedFiles;
import io.tracemill.cli.files.StoreOptions;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.TimeOptions;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.connectors.profiles.ProfilesFile;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Says which stacks explain why spans of trace files or a store are slow on their hosts. */
@Command(
    name = "explain",
    header = "Say what ran on a host while its spans were slow.",
    description = {
      "",
      "Matches stack samples to the self time of each SERVER or CONSUMER span. Compares slow spans with fast ones: processes and threads that ran beside them, functions and monitor waits within them. It names those that chance does not explain (family-wise p <= 0.01), if any.",
      "",
      "Samples are OTLP profiles, one request per line; `tracemill stacks` makes them from perf and JFR recordings. Samples and spans are matched by k8s.node.name, else host.id, else host.name.",
      "",
      "A store keeps a sample of the requests; each kept span counts once. Its spans have a host if spans.attributes kept one, and their request names one host for their service.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill explain spans.jsonl.gz --stacks stacks.jsonl.gz",
      "  tracemill explain spans.jsonl --stacks perf.jsonl --stacks jfr.jsonl \\",
      "      --span 'cart GET /items'",
      "  tracemill explain spans.jsonl --stacks stacks.jsonl \\",
      "      --before 14:00/14:05 --after 14:05/14:10",
      "  tracemill explain --store store --from '10m ago' --stacks stacks.jsonl \\",
      "      --span 'cart GET /items' --versions v1,v2",
      "  tracemill explain spans.jsonl --stacks stacks.jsonl --json | jq .summary"
    })
public final class ExplainCommand implements Callable<Integer> {

  @Mixin private InputFiles files = new InputFiles();

  @Mixin private StoreOptions stores = new StoreOptions();

  @Mixin private TimeOptions times = new TimeOptions();

  @Option(
      names = "--stacks",
      paramLabel = "FILE",
      required = true,
      description = "A file of stack samples; may be repeated.")
  private List<Path> stacks = List.of();

  @Option(
      names = "--span",
      paramLabel = "S",
      description = "Only spans of this service and operation.")
  private Optional<String> span = Optional.empty();

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Explain the N operations with the most self time (default:" + " ${DEFAULT-VALUE}).")
  private int top = 3;

  @Mixin private CohortOptions cohorts = new CohortOptions();

  @Option(names = "--json", description = "Print the explanations as JSON, one a line.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    cohorts.require();
    if (top < 1) {
      throw new ParameterException(spec.commandLine(), "--top must be at least 1");
    }
    TracemillConfig values = stores.config();
    LocalSpans spans = files.paths().isEmpty() ? kept(values) : read(values);
    StackSamples samples = samples(spans);
    refuseStrangers(spans, samples);
    PrintWriter screen = spec.commandLine().getOut();
    for (List<LocalSpan> each : operations(spans, samples)) {
      StackExplanation found = explain(each, spans, samples);
      if (json) {
        screen.println(RecordJson.tree(found));
      } else {
        ExplanationText.lines(found).forEach(screen::println);
      }
      screen.flush();
    }
    return 0;
  }

  private LocalSpans read(TracemillConfig values) throws TraceFileException {
    stores.refuseBeside(files);
    times.refuse("--from and --to are for a store; name one with --store");
    try (FileUnits units = files.open(values.get(Keys.TIME_MAX_JUMP))) {
      return FileSpans.of(units, values, spec.commandLine().getErr());
    }
  }

  private LocalSpans kept(TracemillConfig values) throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    try (OpenStore store = stores.open(files, values, err)) {
      Period time = times.period(store.store());
      try (StoreSession session = store.session(time)) {
        KeptRequests requests = KeptRequests.where(session, Filter.ALL.during(time).condition());
        StoreSpans found = StoreSpans.of(requests, session.rules().replay());
        (json ? err : spec.commandLine().getOut()).println(found.text());
        SkippedFiles.report(err, session.skipped());
        return found.spans();
      }
    }
  }

  private StackSamples samples(LocalSpans spans) {
    StackSamplesBuilder samples = new StackSamplesBuilder(spans.processes());
    for (Path file : stacks) {
      try {
        ProfilesFile.read(
            file,
            record -> {
              record.samples().forEach(samples::add);
              samples.unstitchable(record.unstitchable());
            });
      } catch (IOException e) {
        throw new ConfigException("--stacks: '%s': %s".formatted(file, e.getMessage()));
      }
    }
    return samples.build();
  }

  /** Spans of one host and samples of another would give "no anomaly". */
  private static void refuseStrangers(LocalSpans spans, StackSamples samples) {
    TreeSet<String> ofSpans =
        spans.spans().stream().map(LocalSpan::host).collect(Collectors.toCollection(TreeSet::new));
    if (samples.hosts().stream().noneMatch(ofSpans::contains)) {
      throw new ConfigException(
          "samples (hosts: %s) and spans (hosts: %s) have no host in common; name it with --host of `tracemill stacks`"
              .formatted(names(samples.hosts()), names(List.copyOf(ofSpans))));
    }
  }

  private static String names(List<String> hosts) {
    return hosts.isEmpty()
        ? "none"
        : hosts.stream().map(host -> "'" + host + "'").limit(5).collect(Collectors.joining(", "));
  }

  /** The spans of each explained operation, those with the most time first. */
  private List<List<LocalSpan>> operations(LocalSpans spans, StackSamples samples) {
    List<LocalSpan> wanted =
        spans.spans().stream()
            .filter(samples::cover)
            .filter(each -> span.isEmpty() || each.frame().toString().equals(span.get()))
            .toList();
    if (wanted.isEmpty()) {
      throw new ConfigException(
          span.map("--span: the samples cover no span '%s'"::formatted)
              .orElse("the samples cover no SERVER or CONSUMER span"));
    }
    return HostExplainer.byOperation(wanted).stream().limit(top).toList();
  }

  private StackExplanation explain(List<LocalSpan> chosen, LocalSpans spans, StackSamples samples) {
    long millis = Duration.ofMillis(1).toNanos();
    Period window = new Period(samples.firstNanos() / millis, samples.lastNanos() / millis + 1);
    return new StackExplainer(
            HostExplainer.ROUNDS, spans.own(chosen), new SplittableRandom(HostExplainer.SEED))
        .explain(window, chosen.get(0).frame(), cohorts.of(chosen, samples.lastNanos()), samples);
  }
}
