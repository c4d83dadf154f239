package io.tracemill.bench.job;

import java.util.ArrayList;
import java.util.List;

/**
 * What a span, an endpoint and a second of open traces cost, from three short runs of the whole
 * job: one with few endpoints, one with many, and one whose traces stay open longer. The arguments
 * are further options of {@link EndToEnd}.
 */
public final class Scale {
  private static final int SPANS_PER_SECOND = 25_000;
  private static final int FEW = 100;
  private static final int MANY = 2_000;
  private static final int SHORT_SECONDS = 2;
  private static final int LONG_SECONDS = 20;

  private Scale() {}

  public static void main(String[] arguments) throws Exception {
    Report.Run base = run(arguments, FEW, SHORT_SECONDS);
    Report.Run endpoints = run(arguments, MANY, SHORT_SECONDS);
    Report.Run open = run(arguments, FEW, LONG_SECONDS);
    System.out.printf(
        "%n%s%n%s", new Report(List.of(base, endpoints, open)), costs(base, endpoints, open));
  }

  /** A run of the same event time as the others. */
  private static Report.Run run(String[] arguments, int endpoints, int quietSeconds)
      throws Exception {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--only=job",
                "--spans=12000000",
                "--warm-up=4500000",
                "--event-rate=" + SPANS_PER_SECOND,
                "--endpoints=" + endpoints,
                "--categories=" + MANY,
                "--quiet-period=" + quietSeconds + "s"));
    options.addAll(List.of(arguments));
    return EndToEnd.measured(options).get(0);
  }

  /**
   * The costs as a table, by differences between runs.
   *
   * @param base few endpoints, short waits
   * @param endpoints many endpoints
   * @param open long waits
   */
  static String costs(Report.Run base, Report.Run endpoints, Report.Run open) {
    double minutes = base.spans() / SPANS_PER_SECOND / 60;
    double endpoint = (endpoints.cpuSeconds() - base.cpuSeconds()) / (MANY - FEW) / minutes;
    double span = (base.cpuSeconds() - endpoint * FEW * minutes) / base.spans();
    double endpointBytes = (double) (endpoints.stateBytes() - base.stateBytes()) / (MANY - FEW);
    double inFlight = (double) SPANS_PER_SECOND * (LONG_SECONDS - SHORT_SECONDS);
    double openBytes = (open.stateBytes() - base.stateBytes()) / inFlight;
    double openSecond =
        (open.cpuSeconds() - base.cpuSeconds()) / base.spans() / (LONG_SECONDS - SHORT_SECONDS);
    return """
        | | CPU-s | bytes of a checkpoint |
        | --- | --- | --- |
        | a million spans | %.2f, brokers %.2f | |
        | an endpoint, each minute | %.4f | %,.0f |
        | a second that a million spans stay open | %.3f | %,.0f |

        cores, 60 %% busy = (millions of spans a second * (%.2f + %.3f * seconds open) + endpoints * %.6f) / 0.6
        """
        .formatted(
            1e6 * span,
            1e6 * base.brokerCpuSeconds() / base.spans(),
            endpoint,
            endpointBytes,
            1e6 * openSecond,
            1e6 * openBytes,
            1e6 * (span - SHORT_SECONDS * openSecond),
            1e6 * openSecond,
            endpoint / 60);
  }
}
