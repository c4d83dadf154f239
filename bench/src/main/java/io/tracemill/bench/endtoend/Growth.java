package io.tracemill.bench.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what a span costs as work grows. */
@Command(
    name = "bench/run growth",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the job end to end at several points of each axis: each with a broker, a topic and"
          + " processes of its own, 10 M spans after a warm-up of 5 M. Prints a table for each"
          + " axis, and writes it (AXIS.md) and a plot (AXIS.svg). A point that fails is shown as"
          + " such, the others go on; the exit status is 1 then.",
      ""
    })
public final class Growth implements Callable<Integer> {
  private static final int LIMIT_MINUTES = 5;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = "For the files.")
  private Path out = Path.of("");

  @Option(names = "--quick", description = "A tenth of the spans, to see that all of it works.")
  private boolean quick;

  @Option(
      names = "--axis",
      paramLabel = "AXIS",
      split = ",",
      description = "Only these, of: ${COMPLETION-CANDIDATES}.")
  private List<Axis> axes = Arrays.asList(Axis.values());

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new Growth()).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(out);
    boolean failed = false;
    for (Axis axis : axes) {
      List<Outcome> outcomes = new ArrayList<>();
      for (Point point : axis.points(quick)) {
        outcomes.add(measure(axis, point));
      }
      String table = GrowthTable.of(axis, outcomes);
      System.out.println(table);
      Files.writeString(out.resolve(axis.label() + ".md"), table);
      Files.writeString(out.resolve(axis.label() + ".svg"), Plot.of(axis, outcomes));
      failed |= outcomes.stream().anyMatch(Outcome.Failed.class::isInstance);
    }
    return failed ? 1 : 0;
  }

  private static Outcome measure(Axis axis, Point point) throws InterruptedException {
    System.err.printf("%s: %s (%s)%n", axis.title(), point.label(), commandOf(point));
    Settings settings = Settings.of(point.options());
    settings.limitMinutes = LIMIT_MINUTES;
    try (Trial trial = Trial.prepare(settings)) {
      Figures figures = trial.measure(Stage.JOB);
      String complaint = trial.accounts(Stage.JOB).complaint(trial.topic());
      return complaint.isEmpty()
          ? new Outcome.Measured(point, figures)
          : new Outcome.Failed(point, complaint);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return new Outcome.Failed(point, e.toString().lines().findFirst().orElse(""));
    }
  }

  private static String commandOf(Point point) {
    return "bench/run end-to-end " + String.join(" ", point.options());
  }
}
