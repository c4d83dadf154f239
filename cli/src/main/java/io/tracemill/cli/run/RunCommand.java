package io.tracemill.cli.run;

import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.Checkpoints;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.source.kafka.KafkaEncodingProbe;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.CheckpointingOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the job against the configured Kafka until it is stopped. */
@Command(
    name = "run",
    header = "Run the streaming job against your Kafka.",
    description = {
      "",
      "Reads the configured topics and writes its results to the output topics, which"
          + " `tracemill topics` lists. It keeps checkpoints in state.directory, and resumes"
          + " from the newest when it is started again. Ctrl-C stops it; nothing is lost. Once"
          + " a minute it prints its progress.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill run --config tracemill.yaml --create-topics",
      "  tracemill run --config tracemill.yaml --until-now     what is there, then stop",
    })
public final class RunCommand implements Callable<Integer> {
  private static final int MAX_POLLS = 50;
  private static final long CREATED_POLL_MILLIS = 100;
  private static final long TOPIC_POLL_MILLIS = 2000;

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(names = "--fresh", description = "Ignore earlier checkpoints, and begin at kafka.start.")
  private boolean fresh;

  @Option(
      names = "--until-now",
      description =
          "Stop at the present end of the topics. Such a run resumes no checkpoint and"
              + " commits nothing to the consumer group. If kafka.start is committed and the group"
              + " has committed nothing, it begins with the earliest record.")
  private boolean untilNow;

  @Option(
      names = "--create-topics",
      description = "Create missing output topics, with the broker's default replication.")
  private boolean createTopics;

  @Option(names = "--quiet", description = "Do not print the progress once a minute.")
  private boolean quiet;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    TracemillConfig values = config.load();
    prepareTopics(values);
    Checkpoints checkpoints = Checkpoints.of(values);
    try (StateLock lock = StateLock.take(checkpoints.directory())) {
      run(values, resumed(checkpoints));
    }
    return 0;
  }

  private Optional<String> resumed(Checkpoints checkpoints) throws IOException {
    if (untilNow) {
      // Such a run never resumes: a checkpoint knows partitions without an end.
      checkpoints.deleteUntilNow();
      return Optional.empty();
    }
    if (fresh) {
      checkpoints.forget();
    }
    return checkpoints.newest().map(path -> path.toUri().toString());
  }

  private void run(TracemillConfig values, Optional<String> checkpoint) throws Exception {
    if (checkpoint.isEmpty() && values.get(Keys.KAFKA_ENCODING).equals(EncodingDetector.AUTO)) {
      findEncodings(values);
    }
    tell(
        "reading %s from %s, %s"
            .formatted(
                String.join(", ", values.get(Keys.KAFKA_TOPICS)),
                values.get(Keys.KAFKA_BOOTSTRAP_SERVERS),
                checkpoint
                    .map(path -> "resuming from " + path)
                    .orElse("starting at " + text(values.get(Keys.KAFKA_START)))));
    if (untilNow) {
      try (OwnAccounts accounts = new OwnAccounts(values)) {
        await(values, checkpoint);
        Optional<QualitySummary> own = accounts.newest();
        own.ifPresent(sums -> tell("%s. %s".formatted(sums.counts(), sums.verdict())));
        own.ifPresent(sums -> refuseUnreadable(sums, values));
      }
    } else {
      await(values, checkpoint);
    }
    tell("done; the results are in " + KafkaAccess.names(KafkaAccess.outputs(values), values));
  }

  /** A run that could not read anything has failed, even if it reached the end of the topics. */
  private static void refuseUnreadable(QualitySummary sums, TracemillConfig values) {
    long deadLettered = sums.job().records().deadLettered();
    if (deadLettered > 0 && sums.job().records().decoded() == 0) {
      String all = Wording.count(deadLettered, "record");
      throw new IllegalStateException(JobWatch.unreadable(values, all));
    }
  }

  private void await(TracemillConfig values, Optional<String> checkpoint) throws Exception {
    String directory =
        FlinkSettings.continuous(values).get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
    try (JobLog log = JobLog.install(directory, this::tell);
        JobWatch watch = new JobWatch(values, log, this::tell);
        EmbeddedJob job = start(values, watch, checkpoint)) {
      Thread stop = new Thread(job::close, "stop-job");
      Runtime.getRuntime().addShutdownHook(stop);
      job.await();
      Runtime.getRuntime().removeShutdownHook(stop);
    }
  }

  private EmbeddedJob start(TracemillConfig values, JobWatch watch, Optional<String> checkpoint)
      throws Exception {
    // Starts before the job can commit anything. With --until-now, other jobs may run beside it.
    watch.start(quiet, !untilNow);
    return EmbeddedJob.start(values, untilNow, checkpoint);
  }

  private void tell(String what) {
    spec.commandLine().getErr().println("tracemill: " + what);
    spec.commandLine().getErr().flush();
  }

  private void prepareTopics(TracemillConfig values) throws InterruptedException {
    try (KafkaAccess kafka = new KafkaAccess(values)) {
      List<ResultStream> missing = kafka.missing();
      if (!missing.isEmpty()) {
        if (!createTopics) {
          throw new IllegalStateException(
              "output topics are missing: %s; add --create-topics, or create them with the commands"
                      .formatted(KafkaAccess.names(missing, values))
                  + " that `tracemill topics` prints");
        }
        kafka.create(missing);
        awaitCreated(kafka);
      }
      awaitInput(values, kafka);
      refuseLacking(kafka.lackingPermissions());
    }
  }

  /** Brokers know a new topic a moment after its creation. */
  private static void awaitCreated(KafkaAccess kafka) throws InterruptedException {
    for (int poll = 0; poll < MAX_POLLS && !kafka.missing().isEmpty(); poll++) {
      Thread.sleep(CREATED_POLL_MILLIS);
    }
  }

  private static void refuseLacking(List<String> permissions) {
    if (!permissions.isEmpty()) {
      throw new IllegalStateException(
          ("kafka.properties: this user may not %s; allow it (`tracemill check` prints the"
                  + " commands), or use another user")
              .formatted(String.join(", ", permissions)));
    }
  }

  /**
   * Finds the encodings before the job starts, as the job would find them only when it runs.
   * Checkpoints store the encodings that the job has found.
   */
  private void findEncodings(TracemillConfig values) throws InterruptedException {
    TopicSelection selection = new TopicSelection(values.get(Keys.KAFKA_TOPICS));
    KafkaEncodingProbe probe = new KafkaEncodingProbe(values);
    for (String topic : new TreeSet<>(topics(values))) {
      if (selection.includes(topic)) {
        probe
            .find(topic)
            .ifPresent(encoding -> tell("topic %s is %s".formatted(topic, encoding.label())));
      }
    }
  }

  private static Set<String> topics(TracemillConfig values) throws InterruptedException {
    try (KafkaAccess kafka = new KafkaAccess(values)) {
      return kafka.topics();
    }
  }

  /** Waits for a missing topic, as it may be created later. */
  private void awaitInput(TracemillConfig values, KafkaAccess kafka) throws InterruptedException {
    List<String> absent = absentInput(values, kafka);
    if (!absent.isEmpty()) {
      String reason = KafkaAccess.absent(Keys.KAFKA_TOPICS, absent, kafka.topics());
      if (untilNow) {
        throw new IllegalStateException(reason);
      }
      tell(reason + "; waiting for it");
    }
    while (!absent.isEmpty()) {
      Thread.sleep(TOPIC_POLL_MILLIS);
      absent = absentInput(values, kafka);
    }
  }

  private static List<String> absentInput(TracemillConfig values, KafkaAccess kafka)
      throws InterruptedException {
    Set<String> topics = kafka.topics();
    return values.get(Keys.KAFKA_TOPICS).stream()
        .filter(topic -> !topic.startsWith("^") && !topics.contains(topic))
        .toList();
  }

  private static String text(StartPosition start) {
    return start instanceof StartPosition.At at
        ? at.time().toString()
        : start.toString().toLowerCase(Locale.ROOT);
  }
}
