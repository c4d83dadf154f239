package io.tracemill.cli.train;

import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.AnomalyModelFile;
import io.tracemill.analysis.anomaly.AnomalyTrainer;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.files.SkippedFiles;
import io.tracemill.cli.files.StoreOptions;
import io.tracemill.cli.options.TimeOptions;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Learns from the kept requests of a store what is normal at each endpoint. */
@Command(
    name = "train",
    header = "Learn from a store what is normal at each endpoint.",
    description = {
      "",
      "Makes a model of each endpoint, the busiest first, and writes all models to one file. It learns from a uniform sample of complete requests, by default of the last 14 days of the store. It leaves out the time in which a page or ticket was open at the endpoint.",
      "",
      "An endpoint with fewer than 200 requests is refused. From 5,000 requests on, a variational auto-encoder (VAE) computes scores; below, the distance to the nearest request does. A quarter of the requests is held out of the training. The table says how many of these are alarms.",
      "",
      "The same store, range of time and seed give the same file. An existing file is replaced once all models are made. The job and `analyze` read all files *.tmam of the directory `anomalies.models`, and write the stream `anomalies`.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill train --store ./store --out models/all.tmam",
      "  tracemill train --store ./store --out models/cart.tmam --endpoint 'cart *'",
      "  tracemill train --store ./store --out models/all.tmam --from '2d ago' --seed 7"
    })
public final class TrainCommand implements Callable<Integer> {
  private static final Duration DEFAULT_TIME = Duration.ofDays(14);
  private static final double MAX_ALARM_SHARE = 0.05;

  @Mixin private StoreOptions stores = new StoreOptions();

  @Mixin private TimeOptions times = new TimeOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The file of models to write.")
  private Path out = Path.of("");

  @Option(
      names = "--endpoint",
      paramLabel = "P",
      description = "Only endpoints that match: service and operation; * matches anything.")
  private Optional<String> endpoint = Optional.empty();

  @Option(
      names = "--alarm-share",
      paramLabel = "SHARE",
      description =
          "The share of normal requests whose score may be an alarm, below 0.05 (default: 0.001).")
  private double alarmShare = AnomalyTrainer.ALARM_SHARE;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "The start of all random numbers (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    requireOptions();
    try (OpenStore store = stores.open(stores.config())) {
      Period time = range(times.period(store.store()), store.end());
      // Records of incidents may come after the last request.
      try (StoreSession session = store.session(new Period(time.startMillis(), Long.MAX_VALUE))) {
        IncidentTimes incidents = IncidentTimes.during(time, session);
        train(new NormalRequests(session, time, incidents));
        SkippedFiles.report(spec.commandLine().getErr(), session.skipped());
      }
    }
    return 0;
  }

  private void requireOptions() {
    if (!(alarmShare > 0 && alarmShare < MAX_ALARM_SHARE)) {
      throw new ParameterException(
          spec.commandLine(),
          "--alarm-share: %s is not above 0 and below %s".formatted(alarmShare, MAX_ALARM_SHARE));
    }
    if (Files.isDirectory(out) || !Files.isWritable(out.toAbsolutePath().resolveSibling(""))) {
      throw new ConfigException(
          "--out: '%s' cannot be written; name a file in an existing directory".formatted(out));
    }
  }

  /** The time that was asked for, up to the end of the data; without a start, its last days. */
  static Period range(Period asked, Instant dataEnd) {
    long end = Math.min(asked.endMillis(), dataEnd.toEpochMilli());
    long start =
        asked.startMillis() == Long.MIN_VALUE ? end - DEFAULT_TIME.toMillis() : asked.startMillis();
    if (start >= end) {
      throw new ConfigException("the store keeps no request of this time; give another range");
    }
    return new Period(start, end);
  }

  private void train(NormalRequests requests) throws IOException {
    PrintWriter screen = spec.commandLine().getOut();
    screen.printf(
        "Requests of %s, without the time of %s.%n%s%n",
        requests.time().text(),
        Wording.count(requests.incidents().count(), "incident"),
        EndpointTraining.header());
    screen.flush();
    ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
    List<AnomalyModel> models =
        new EndpointTraining(requests, alarmShare, seed, screen, progress)
            .train(endpoints(requests));
    if (models.isEmpty()) {
      throw new QueryException(
          "no endpoint has %d requests without an open incident; give a longer time with --from"
              .formatted(AnomalyTrainer.MIN_REQUESTS));
    }
    replace(models);
    screen.printf("Wrote %s to %s.%n", Wording.count(models.size(), "model"), out);
    screen.flush();
  }

  /** Replaces the file of models, so that its readers never see a part of it. */
  private void replace(List<AnomalyModel> models) throws IOException {
    Path part = out.toAbsolutePath().resolveSibling(out.getFileName() + ".part");
    try {
      try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(part))) {
        AnomalyModelFile.write(to, models);
      }
      Files.move(part, out, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private List<Frame> endpoints(NormalRequests requests) {
    EndpointPattern pattern = new EndpointPattern(endpoint.orElse("*"), "*");
    List<Frame> matching =
        requests.endpointsBusiestFirst().stream()
            .filter(each -> pattern.matches(Frame.of(each.toString(), "")))
            .toList();
    if (matching.isEmpty()) {
      throw new QueryException(
          "no endpoint of this time matches; give another range or another --endpoint");
    }
    return matching;
  }
}
