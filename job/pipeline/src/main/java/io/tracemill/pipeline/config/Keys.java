package io.tracemill.pipeline.config;

import static io.tracemill.pipeline.config.Choices.bool;
import static io.tracemill.pipeline.config.Choices.oneOf;
import static io.tracemill.pipeline.config.Choices.someOf;
import static io.tracemill.pipeline.config.Quantities.byteSize;
import static io.tracemill.pipeline.config.Quantities.duration;
import static io.tracemill.pipeline.config.Quantities.integer;
import static io.tracemill.pipeline.config.Quantities.seconds;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.OperationNames;
import io.tracemill.connectors.formats.EncodingDetector;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All keys, in the order of the documentation; {@link ChangeKeys} and {@link DiagnosisKeys} declare
 * their own.
 */
public final class Keys {
  private static final KeyList COLLECTED = new KeyList();
  private static final String FLINK_DEFAULTS =
      "{parallelism.default: 2, execution.checkpointing.interval: 10s}";

  /** All keys, in order. */
  public static final List<Key<?>> ALL = COLLECTED.view();

  public static final Key<String> KAFKA_BOOTSTRAP_SERVERS =
      key(
          "kafka.bootstrap-servers",
          Texts.text("host:port, several separated by commas"),
          "\"localhost:9092\"",
          "Brokers to start from, for reading and writing.");

  public static final Key<List<String>> KAFKA_TOPICS =
      key("kafka.topics", Texts.topics(), "[otlp_spans]", "Topics that spans are read from.");

  public static final Key<String> KAFKA_ENCODING =
      key(
          "kafka.encoding",
          Choices.encoding(),
          EncodingDetector.AUTO,
          "How records are encoded; auto: as the first 100 records of each topic say.");

  public static final Key<String> KAFKA_GROUP_ID =
      key(
          "kafka.group-id",
          Texts.text("a name"),
          "tracemill",
          "Consumer group whose offsets show how far the job is; positions are in checkpoints.");

  public static final Key<StartPosition> KAFKA_START =
      key(
          "kafka.start",
          Texts.startPosition(),
          "committed",
          "Where a job without a checkpoint begins; without commits, latest (--until-now: earliest).");

  public static final Key<Map<String, String>> KAFKA_PROPERTIES =
      key(
          "kafka.properties",
          Texts.mapOver("{}", "a map of Kafka client properties", PassedOn::kafka),
          "{}",
          "Passed on to every Kafka client: TLS, SASL, buffers.");

  public static final Key<Duration> TIME_MAX_JUMP =
      key(
          "time.max-jump",
          duration("1s", "8760h"),
          "1h",
          "A record this far ahead of its partition is not believed until 20 in a row agree.");

  public static final Key<Duration> TIME_OUT_OF_ORDERNESS =
      key(
          "time.out-of-orderness",
          duration("0s", "1h"),
          "1s",
          "How far the timestamps of a partition may go back without making spans late.");

  public static final Key<List<String>> SPANS_ATTRIBUTES =
      key(
          "spans.attributes",
          Texts.list(0, 100, "a list of at most 100 attribute names, [] for none"),
          "[service.version]",
          "Attributes that are kept; all others are dropped when a record is decoded.");

  public static final Key<Set<OperationNames.Rule>> SPANS_NORMALIZE_RULES =
      key(
          "spans.normalize-rules",
          someOf(OperationNames.Rule.class),
          "[digits, uuid, hex]",
          "Path segments that become {id}: digits only, a UUID, at least 16 hex digits; [] for none.");

  public static final Key<List<EndpointPattern>> ENDPOINTS_SKIP =
      key(
          "endpoints.skip",
          Texts.patterns(),
          "[]",
          "Gateway frames to look through when a request is named; its time stays whole.");

  public static final Key<Boolean> ENDPOINTS_INTERIOR =
      key(
          "endpoints.interior",
          bool(),
          "false",
          "Analyse the outermost SERVER spans below the root as requests of their own too.");

  public static final Key<RemoteRoot> ENDPOINTS_REMOTE_ROOT =
      key(
          "endpoints.remote-root",
          oneOf(RemoteRoot.class),
          "accept",
          "What a trace is whose only top span names a parent that was never seen.");

  public static final Key<Duration> ASSEMBLY_QUIET_PERIOD =
      key(
          "assembly.quiet-period",
          duration("1ms", "1h"),
          "20s",
          "A trace closes this long after its last record.");

  public static final Key<Duration> ASSEMBLY_ROOT_GRACE =
      key(
          "assembly.root-grace",
          duration("0s", "1h"),
          "10s",
          "A trace closes this long after its root if no parent is missing; never beyond quiet-period.");

  public static final Key<Duration> ASSEMBLY_MAX_DURATION =
      key(
          "assembly.max-duration",
          duration("1s", "24h"),
          "10m",
          "A trace closes this long after its first record, whatever still comes.");

  public static final Key<Integer> ASSEMBLY_MAX_SPANS =
      key(
          "assembly.max-spans",
          integer(1, 10_000_000),
          "300000",
          "A trace with more spans is closed early and marked truncated.");

  public static final Key<Long> ASSEMBLY_MAX_BYTES =
      key(
          "assembly.max-bytes",
          byteSize("4KiB", "1GiB"),
          "64MiB",
          "A trace whose spans take more memory is closed early and marked truncated.");

  public static final Key<Long> ASSEMBLY_MAX_OPEN_BYTES =
      key(
          "assembly.max-open-bytes",
          byteSize("1MiB", "1024GiB"),
          "1GiB",
          "Open traces of one subtask; beyond it the oldest is closed, marked truncated.");

  public static final Key<Duration> ASSEMBLY_IDLE_FLUSH =
      key(
          "assembly.idle-flush",
          duration("0s", "24h"),
          "30s",
          "All partitions silent for this long: time goes on, the last traces close; 0s is off.");

  public static final Key<Duration> SKEW_MAX_SHIFT =
      key(
          "skew.max-shift",
          duration("0s", "1h"),
          "50ms",
          "How far a span of another host may be shifted to fit into its parent; 0s is off.");

  public static final Key<Fold> SIGNATURE_FOLD =
      key(
          "signature.fold",
          oneOf(Fold.class),
          "log2",
          "Which numbers of identical calls side by side make different categories.");

  public static final Key<Duration> PROFILES_WINDOW =
      key(
          "profiles.window",
          duration("1s", "24h"),
          "5m",
          "Time that one profile describes; a whole multiple of profiles.slide, at most 720.");

  public static final Key<Duration> PROFILES_SLIDE =
      key("profiles.slide", seconds("1s", "24h"), "1m", "Time from one profile to the next.");

  public static final Key<IncompleteTraces> PROFILES_INCOMPLETE =
      key(
          "profiles.incomplete",
          oneOf(IncompleteTraces.class),
          "exclude",
          "Whether requests of incomplete traces count in profiles.");

  public static final Key<Integer> PROFILES_MAX_NODES =
      key(
          "profiles.max-nodes",
          integer(1, 1_000_000),
          "2000",
          "Call paths of an endpoint; the rest is rolled into (other).");

  public static final Key<Integer> PROFILES_MAX_DEPTH =
      key(
          "profiles.max-depth",
          integer(1, 100_000),
          "100",
          "Steps of a call path; what lies below is rolled into (other).");

  public static final Key<Integer> PROFILES_MAX_CATEGORIES =
      key(
          "profiles.max-categories",
          integer(1, 100_000),
          "200",
          "Categories (flow signatures) of an endpoint; the rest is one, (other).");

  public static final Key<Integer> PROFILES_MAX_ENDPOINTS =
      key(
          "profiles.max-endpoints",
          integer(1, 100_000),
          "10000",
          "Endpoints of a slide in one task; requests of further ones are one, (other).");

  public static final Key<Integer> PROFILES_SAMPLE_SIZE =
      key(
          "profiles.sample-size",
          integer(1, 10_000),
          "16",
          "Requests that are kept per stratum of latency, for exemplars and latency classes.");

  static {
    COLLECTED.addAll(ChangeKeys.ALL);
    COLLECTED.addAll(DiagnosisKeys.ALL);
  }

  public static final Key<String> OUTPUT_PREFIX =
      key("output.prefix", Texts.topicPrefix(), "tracemill", "Output topics are PREFIX.STREAM.v1.");

  public static final Key<Delivery> OUTPUT_DELIVERY =
      key(
          "output.delivery",
          oneOf(Delivery.class),
          "at-least-once",
          "Whether a failure may repeat records, or results wait for a checkpoint.");

  public static final Key<Boolean> OUTPUT_TRACES =
      key("output.traces", bool(), "false", "Write one record per request to the traces stream.");

  public static final Key<Long> OUTPUT_MAX_RECORD_BYTES =
      key(
          "output.max-record-bytes",
          byteSize("10kB", "100MB"),
          "900000",
          "A larger record has its smallest nodes folded into (other).");

  public static final Key<DeadLetters> OUTPUT_DEAD_LETTERS =
      key(
          "output.dead-letters",
          oneOf(DeadLetters.class),
          "full",
          "What is kept of a record that can't be decoded.");

  public static final Key<String> STATE_DIRECTORY =
      key(
          "state.directory",
          Texts.text("a directory, relative to where the program is started"),
          "./state",
          "Checkpoints; run resumes from the newest.");

  public static final Key<Integer> STATE_MAX_PARALLELISM =
      key(
          "state.max-parallelism",
          integer(1, 32_768),
          "128",
          "Upper bound of the job's parallelism for as long as its state lives.");

  public static final Key<Map<String, String>> FLINK =
      key(
          "flink",
          Texts.mapOver(FLINK_DEFAULTS, "a map of Flink options", PassedOn::flink),
          FLINK_DEFAULTS,
          "Passed on to Flink; options that are not named keep these defaults.");

  private Keys() {}

  private static <T> Key<T> key(
      String path, ValueType<T> type, String defaultText, String explanation) {
    return COLLECTED.key(path, type, defaultText, explanation);
  }
}
