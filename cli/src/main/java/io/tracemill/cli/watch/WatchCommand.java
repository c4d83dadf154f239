package io.tracemill.cli.watch;

import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.options.Choice;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.run.KafkaAccess;
import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.cli.screen.ScreenState;
import io.tracemill.cli.terminal.StopSignal;
import io.tracemill.cli.terminal.Terminal;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.results.PublishedRecord;
import io.tracemill.pipeline.results.ResultTopics;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the content of the output topics until it is stopped. */
@Command(
    name = "watch",
    header = "Show the job's results in your Kafka, as they come.",
    description = {
      "",
      "Without --stream it shows the incidents, where the requests of each endpoint"
          + " spend their time, slowest first, and whether data was lost. A terminal gets a"
          + " page that updates in place. A file or a pipe gets one page, and then a line for"
          + " each change of an incident. With --stream it prints the records of that stream,"
          + " a line each. It joins no consumer group and commits nothing. Ctrl-C ends it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill watch --config tracemill.yaml",
      "  tracemill watch --config tracemill.yaml --endpoint 'frontend *'",
      "  tracemill watch --config tracemill.yaml --stream traces --endpoint '*/cart*'",
      "  tracemill watch --config tracemill.yaml --stream incidents",
      "  tracemill watch --stream late-spans --from earliest | less",
      "  tracemill watch --config tracemill.yaml --once > now.txt",
    })
public final class WatchCommand implements Callable<Integer> {
  /** The start position in the topics. */
  enum From {
    EARLIEST,
    RECENT,
    LATEST
  }

  /** Parses streams, by the name in their topic. */
  static final class StreamName implements ITypeConverter<ResultStream> {
    @Override
    public ResultStream convert(String label) {
      return Choice.of("stream", ResultStream.values(), ResultStream::label, String::equals, label);
    }
  }

  private static final Set<ResultStream> WITHOUT_ENDPOINT =
      EnumSet.of(
          ResultStream.DEPENDENCIES,
          ResultStream.DEPLOYMENTS,
          ResultStream.STACK_EXPLANATIONS,
          ResultStream.LATE_SPANS,
          ResultStream.DEAD_LETTERS);

  /**
   * How long a page may wait for a pause between records, and how long the program may take to end.
   */
  private static final int PATIENCE_SECONDS = 2;

  private static final long RECENT_LINES = 20;

  /**
   * Enough for one report of most systems: a record for each endpoint, service and pair of hosts.
   */
  private static final long RECENT_OF_PAGE = 1000;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--stream",
      paramLabel = "S",
      converter = StreamName.class,
      description =
          "Print the records of one stream: profiles, traces (needs `output.traces: true`),"
              + " mutations, incidents, changes, hotspots, dependencies,"
              + " stack-explanations, anomalies, deployments, keep, quality, late-spans or"
              + " dead-letters.")
  private Optional<ResultStream> stream = Optional.empty();

  @Option(
      names = "--endpoint",
      paramLabel = "P",
      description =
          "Show only endpoints that match this, and their incidents. Write service, space,"
              + " operation; * stands for any characters.")
  private Optional<String> endpoint = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "WHERE",
      defaultValue = "recent",
      description =
          "Begin at the earliest record, at recent ones or after the latest. Recent are the"
              + " last 1,000 of each partition for the page, and the last 20 for a stream"
              + " (default: ${DEFAULT-VALUE}).")
  private From from = From.RECENT;

  @Option(
      names = "--once",
      description = "Print what is there now, and end. The exit status is 1 if there is nothing.")
  private boolean once;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    View view = view();
    Set<ResultStream> streams = stream.map(Set::of).orElse(ScreenState.STREAMS);
    TracemillConfig values = config.load();
    try (KafkaAccess kafka = new KafkaAccess(values)) {
      kafka.refuseMissing(streams);
    }
    try (StopSignal stop = new StopSignal(PATIENCE_SECONDS, true);
        ResultTopics topics = new ResultTopics(values, streams)) {
      topics.startBack(
          switch (from) {
            case EARLIEST -> ResultTopics.ALL;
            case RECENT -> stream.isPresent() ? RECENT_LINES : RECENT_OF_PAGE;
            case LATEST -> 0;
          });
      // Polls at least once: this user may lack the right to read an empty topic.
      do {
        topics.poll().forEach(view::take);
        print(view.news(false));
      } while (!stop.given() && !topics.caughtUp());
      print(view.news(true));
      if (!view.foundAny() && !stop.given()) {
        sayNothingIsThere(KafkaAccess.names(streams, values));
      }
      if (!once) {
        follow(topics, view, stop);
      }
    } catch (KafkaException e) {
      throw KafkaAccess.failed(values, e);
    }
    return 0;
  }

  /**
   * Selects the records of endpoints, such as {@code frontend GET /cart*}. It selects a hotspot if
   * one of its endpoints matches.
   *
   * @param pattern of service, space and operation together, since either may contain spaces;
   *     {@code *} stands for any run of characters
   */
  static Predicate<StreamRecord> about(String pattern) {
    EndpointPattern names = new EndpointPattern(pattern, "*");
    return record ->
        record.about().stream().anyMatch(each -> names.matches(Frame.of(each.toString(), "")));
  }

  private View view() {
    Predicate<StreamRecord> wanted = endpoint.map(WatchCommand::about).orElse(record -> true);
    if (stream.isEmpty()) {
      ProfileScreen screen = ProfileScreen.of(!once && Terminal.isPresent());
      return new LivePages(screen, wanted, InstantSource.system());
    }
    if (endpoint.isPresent() && WITHOUT_ENDPOINT.contains(stream.get())) {
      throw new ParameterException(
          spec.commandLine(),
          "--endpoint: the records of %s have no endpoint; remove the option"
              .formatted(stream.get().label()));
    }
    return new StreamLines(stream.get(), wanted);
  }

  private void sayNothingIsThere(String topics) {
    String like = endpoint.map(given -> " of endpoints like '" + given + "'").orElse("");
    String nothing = "there is nothing%s in %s".formatted(like, topics);
    if (once) {
      throw new IllegalStateException(nothing);
    }
    spec.commandLine().getErr().println("tracemill: " + nothing + " yet; waiting");
    spec.commandLine().getErr().flush();
  }

  private void follow(ResultTopics topics, View view, StopSignal stop) {
    long settledNanos = System.nanoTime();
    // The reader of a pipe may close it: `| head`.
    while (!stop.given() && !spec.commandLine().getOut().checkError()) {
      List<PublishedRecord> records = topics.poll();
      records.forEach(view::take);
      boolean settled = records.isEmpty() || System.nanoTime() - settledNanos > PATIENCE_NANOS;
      if (settled) {
        settledNanos = System.nanoTime();
      }
      print(view.news(settled));
    }
  }

  private void print(String news) {
    if (!news.isEmpty()) {
      spec.commandLine().getOut().print(news);
      spec.commandLine().getOut().flush();
    }
  }
}
