package io.tracemill.bench.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the cost of a span as the workload grows. */
@Command(
    name = "bench/run growth",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    showDefaultValues = true,
    description = {
      "Measures the job end to end at several points of each axis: each with a broker, a topic and"
          + " processes of its own, 10 M spans after a warm-up of 5 M. Prints a table for each axis,"
          + " and writes it (AXIS.md). A point that fails is shown as such, the others go on; the"
          + " exit status is 1 then.",
      ""
    })
public final class Growth implements Callable<Integer> {
  private static final long MEASURED = 10_000_000;
  private static final long WARM_UP = 5_000_000;
  private static final long MIN_CATEGORIES = 200;
  private static final int QUICK = 10;

  /** The dimensions of growth; all other settings keep their defaults. */
  enum Axis {
    SPANS("spans measured", 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000),
    PARALLELISM("parallelism", 1, 2),
    ENDPOINTS("endpoints", 1, 10, 100, 1_000, 10_000),
    TRACE("spans a trace", 2, 10, 50, 200, 2_000),
    GIANT("spans of a giant trace among small ones", 0, 275_000);

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // never modified
    private final long[] values;

    Axis(String title, long... values) {
      this.title = title;
      this.values = values;
    }

    /** The options of {@code bench/run end-to-end} for this value. */
    private String options(long value, int divisor) {
      long measured = (this == SPANS ? value : MEASURED) / divisor;
      String options =
          "--only job --limit 5 --warm-up %d --spans %d"
              .formatted(WARM_UP / divisor, WARM_UP / divisor + measured);
      return options
          + switch (this) {
            case SPANS -> "";
            case PARALLELISM -> " --parallelism " + value;
            case ENDPOINTS ->
                " --endpoints %d --categories %d".formatted(value, Math.max(value, MIN_CATEGORIES));
            case TRACE -> " --spans-per-trace " + value;
            case GIANT -> " --giant " + value;
          };
    }
  }

  @Option(names = "--out", required = true, description = "For the files.")
  private Path out = Path.of("");

  @Option(names = "--quick", description = "A tenth of the spans, to see that all of it works.")
  private boolean quick;

  @Option(names = "--axis", split = ",", description = "Only these, of: ${COMPLETION-CANDIDATES}.")
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
      List<Report.Row> rows = new ArrayList<>();
      for (long value : axis.values) {
        rows.add(measure(axis, value));
      }
      Report report = new Report(axis.title, rows);
      System.out.println(report);
      Files.writeString(
          out.resolve(axis.name().toLowerCase(Locale.ROOT) + ".md"), report.toString());
      failed |= report.failed();
    }
    return failed ? 1 : 0;
  }

  private Report.Row measure(Axis axis, long value) throws InterruptedException {
    String label = String.format(Locale.ROOT, "%,d", value);
    String options = axis.options(value, quick ? QUICK : 1);
    System.err.printf("%s: %s (bench/run end-to-end %s)%n", axis.title, label, options);
    try {
      Report.Row row = EndToEnd.of(List.of(options.split(" ", -1))).run(false).get(0);
      return new Report.Row(label, row.figures(), row.complaint());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      String reason = e.toString().lines().findFirst().orElse("");
      return new Report.Row(label, Report.Figures.NONE, reason);
    }
  }
}
