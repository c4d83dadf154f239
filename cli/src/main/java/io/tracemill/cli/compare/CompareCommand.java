package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.cli.files.StoredFiles;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.KeptCohorts;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Compares two sets of the requests in trace files and says what changed. */
@Command(
    name = "compare",
    header = "Compare requests in trace files: what changed, where, and how sure that is.",
    description = {
      "",
      "Compares two ranges of time, or two values of an attribute at the same time, by"
          + " the test that raises the job's incidents. The first line is the verdict: what"
          + " became slow or fails, or nothing, or too few requests to say. It does not report"
          + " changes below changes.min-effect.",
      "",
      "A time has a zone (2026-11-23T14:05:00Z), or is local (2026-11-23 14:05). Without"
          + " a date (14:05, or 14:05Z for UTC) it is the latest such time in the files. It"
          + " can also count back from the end of the data (15m ago, now).",
      "",
      "A request belongs to the time at which its trace closes: assembly.root-grace to"
          + " assembly.quiet-period after its last span. --at is a time of spans. So it leaves"
          + " out the seconds after it, in which older traces still close.",
      "",
      "Requests are counted in panes of 10 s; panes are longer if a range would have"
          + " more than 240.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill compare spans.jsonl.gz --at 14:05",
      "  tracemill compare spans.jsonl.gz --at '15m ago' --verbose",
      "  tracemill compare spans.jsonl.gz \\",
      "      --before 2026-03-01T13:50:00Z/2026-03-01T14:00:00Z \\",
      "      --after 2026-03-01T14:00:00Z/2026-03-01T14:10:00Z",
      "  tracemill compare spans.jsonl.gz \\",
      "      --where payment.service.version=v2 --against payment.service.version=v1",
      "  tracemill compare spans.jsonl.gz --at 14:05 --out out --export grafana",
      "  tracemill compare spans.jsonl.gz --at 14:05 --json | jq -r .summary"
    })
public final class CompareCommand implements Callable<Integer> {
  @Mixin private InputFiles files = new InputFiles();

  @Mixin private CohortOptions options = new CohortOptions();

  @Mixin private ComparisonOutput output = new ComparisonOutput();

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    options.check();
    output.check();
    TracemillConfig values = options.keeping(config.load());
    ZoneId zone = ZoneId.systemDefault();
    DataTimes data = timesOfFiles(values);
    CohortSplit split = options.split(data, zone, values);
    output.print(
        directory -> gather(values, split, data, directory),
        cohorts -> options.text(cohorts, zone),
        values,
        spec.commandLine().getOut());
    return 0;
  }

  private DataTimes timesOfFiles(TracemillConfig values) throws TraceFileException {
    try (FileUnits units = files.open(values.get(Keys.TIME_MAX_JUMP))) {
      return DataTimes.of(units);
    }
  }

  private Cohorts gather(TracemillConfig values, CohortSplit split, DataTimes data, Path directory)
      throws Exception {
    try (StoredFiles stored =
            StoredFiles.of(
                values.with(ChangeKeys.CHANGES_ENABLED, false),
                files,
                directory,
                spec.commandLine().getErr());
        StoreSession session = stored.session()) {
      Cohorts cohorts = KeptCohorts.ask(session, split, Rules.sums(values));
      refuseEmpty(cohorts, data);
      return cohorts;
    }
  }

  private static void refuseEmpty(Cohorts cohorts, DataTimes data) {
    for (CohortPart part : CohortPart.values()) {
      if (cohorts.side(part).requestCount() == 0) {
        throw new ConfigException(
            "no complete request is in %s; %s"
                .formatted(cohorts.split().nameOf(part), data.text()));
      }
    }
  }
}
