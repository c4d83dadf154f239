package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.compare.ComparisonOutput;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.PastChange;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What changed between two past ranges of time, as {@code compare} says for files. */
@Command(
    name = "change",
    header = "Show what changed between two past ranges of time, where, and how certain that is.",
    description = {
      "",
      "The same verdict, account and JSON as `tracemill compare`, from the panes of the store."
          + " It leaves out panes that are only partly in a range, and says which ranges it"
          + " compares.",
      ""
    })
final class ChangeCommand implements Callable<Integer> {
  @Mixin private StoreOptions options = new StoreOptions();

  @Mixin private PastRanges ranges = new PastRanges();

  @Mixin private ComparisonOutput output = new ComparisonOutput();

  @Mixin private EndpointOption endpoint = new EndpointOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    if (!ranges.areOnePair()) {
      throw new ConfigException("give --before and --after, or --at");
    }
    output.check();
    TracemillConfig config = options.config();
    Store index = options.open();
    ZoneId zone = ZoneId.systemDefault();
    ByTime split = ranges.split(index, zone, config);
    try (StoreSession before = index.session(split.baseline());
        StoreSession after = index.session(split.problem())) {
      Optional<Frame> only = endpoint.in(after);
      PastChange change =
          PastChange.ask(
              before, split.baseline(), after, split.problem(), only, Rules.sums(config));
      output.print(
          directory -> change.cohorts(),
          cohorts -> ranges.text(cohorts, zone),
          config,
          spec.commandLine().getOut());
      if (change.otherVersions() > 0) {
        spec.commandLine()
            .getErr()
            .printf(
                "tracemill: left out %d panes that another version of the job wrote%n",
                change.otherVersions());
      }
      AnswerPrinter.reportSkipped(spec.commandLine(), before.skipped());
      AnswerPrinter.reportSkipped(spec.commandLine(), after.skipped());
    }
    return 0;
  }
}
