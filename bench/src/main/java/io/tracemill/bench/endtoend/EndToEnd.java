package io.tracemill.bench.endtoend;

import java.io.IOException;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures the job from Kafka to Kafka, with and without detection, and the ceiling beside it. */
@Command(
    name = "bench/run end-to-end",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Fills a topic of a Kafka in a process of its own with synthetic traces, then reads it to its"
          + " end three times: bare (read, decode, assemble, discard), with the job that detects no"
          + " changes, and with the whole job, results to Kafka. Exit status 1 if the accounts do not"
          + " add up, or if changes are detected and no endpoint was watched.",
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
    int status = 0;
    for (Stage stage : figures.keySet()) {
      status |= stage == Stage.CEILING ? 0 : verify(stage, trial);
    }
    return status;
  }

  private int verify(Stage stage, Trial trial) throws IOException {
    Accounts accounts = trial.accounts(stage);
    String complaint = complaint(stage, accounts, trial.topic());
    if (settings.detects(stage)) {
      out.println(accounts.judged());
    }
    out.printf(
        "%s: %s%n",
        stage.label(),
        complaint.isEmpty()
            ? "the accounts add up: every span was used, every trace is complete."
            : "WRONG: " + complaint);
    return complaint.isEmpty() ? 0 : 1;
  }

  private String complaint(Stage stage, Accounts accounts, Topic topic) {
    String complaint = accounts.complaint(topic);
    return complaint.isEmpty() && settings.detects(stage)
        ? accounts.complaintOfNoWatch()
        : complaint;
  }
}
