package io.tracemill.bench.endtoend;

import java.io.IOException;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures the job from Kafka to Kafka, and the ceiling beside it. */
@Command(
    name = "bench/run end-to-end",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Fills a topic of a Kafka in a process of its own with synthetic traces, then reads it to its"
          + " end twice: bare (read, decode, assemble, discard), and with the whole job, results to"
          + " Kafka. Exit status 1 if the accounts do not add up, or if, with --baseline, no window was"
          + " compared.",
      ""
    })
public final class EndToEnd implements Callable<Integer> {
  @Mixin private Settings settings = new Settings();

  private final PrintStream out = System.out;

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new EndToEnd())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (settings.warmUp >= settings.spans) {
      throw new CommandLine.ParameterException(
          new CommandLine(this),
          "--warm-up: %d is not less than --spans, which is %d"
              .formatted(settings.warmUp, settings.spans));
    }
    long start = System.nanoTime();
    try (Trial trial = Trial.prepare(settings)) {
      Topic topic = trial.topic();
      out.printf(
          "%,d spans in %,d records of %,d MB together, preloaded in %.0f s%n",
          topic.spans(), topic.records(), topic.bytes() >> 20, (System.nanoTime() - start) / 1e9);
      return run(trial);
    }
  }

  private int run(Trial trial) throws IOException, InterruptedException {
    settings.print(out);
    Map<Stage, Figures> figures = new EnumMap<>(Stage.class);
    for (Stage stage : settings.stages()) {
      figures.put(stage, trial.measure(stage));
    }
    Report.print(figures, out);
    return figures.containsKey(Stage.JOB) ? verify(trial) : 0;
  }

  private int verify(Trial trial) throws IOException {
    Accounts accounts = trial.accounts();
    String complaint = complaint(accounts, trial.topic());
    out.println(accounts.comparisons());
    out.println(
        complaint.isEmpty()
            ? "The accounts add up: every span was used, every trace is complete."
            : "WRONG: " + complaint);
    return complaint.isEmpty() ? 0 : 1;
  }

  private String complaint(Accounts accounts, Topic topic) {
    String complaint = accounts.complaint(topic);
    return complaint.isEmpty() && settings.baseline.isPresent()
        ? accounts.complaintOfNoComparison()
        : complaint;
  }
}
