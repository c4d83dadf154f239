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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All keys, in the order of the documentation; {@link ChangeKeys} and {@link DiagnosisKeys} declare
 * their own.
 */
public final class Keys {
  private static final List<Key<?>> COLLECTED = new ArrayList<>();
  private static final String FLINK_DEFAULTS =
      "{parallelism.default: 2, execution.checkpointing.interval: 10s}";

  /** All keys, in order. */
  public static final List<Key<?>> ALL = Collections.unmodifiableList(COLLECTED);

  public static final Key<String> KAFKA_BOOTSTRAP_SERVERS =
      key(
          "kafka.bootstrap-servers",
          Texts.text("host:port, several separated by commas"),
          "\"localhost:9092\"",
          "Brokers to connect to, for input and results.");

  public static final Key<List<String>> KAFKA_TOPICS =
      key("kafka.topics", Texts.topics(), "[otlp_spans]", "Topics to read spans from.");

  public static final Key<String> KAFKA_ENCODING =
      key(
          "kafka.encoding",
          Choices.encoding(),
          EncodingDetector.AUTO,
          "Encoding of the records; auto recognises it by the first 100 of each topic.");

  public static final Key<String> KAFKA_GROUP_ID =
      key(
          "kafka.group-id",
          Texts.text("a name"),
          "tracemill",
          "Consumer group that shows how far the job is; it resumes from checkpoints.");

  public static final Key<StartPosition> KAFKA_START =
      key(
          "kafka.start",
          Texts.startPosition(),
          "committed",
          "Start without a checkpoint; if committed has no commits, latest"
              + " (--until-now: earliest).");

  public static final Key<Map<String, String>> KAFKA_PROPERTIES =
      key(
          "kafka.properties",
          Texts.mapOver("{}", "a map of Kafka client properties", PassedOn::kafka),
          "{}",
          "Properties for every Kafka client: TLS, SASL, buffers.");

  public static final Key<Duration> TIME_MAX_JUMP =
      key(
          "time.max-jump",
          duration("1s", "8760h"),
          "1h",
          "A timestamp further ahead of its partition counts only once 20 in a row agree.");

  public static final Key<Duration> TIME_OUT_OF_ORDERNESS =
      key(
          "time.out-of-orderness",
          duration("0s", "1h"),
          "1s",
          "How far timestamps of a partition may be out of order without late spans.");

  public static final Key<List<String>> SPANS_ATTRIBUTES =
      key(
          "spans.attributes",
          Texts.list(0, 100, "a list of at most 100 attribute names, [] for none"),
          "[service.version]",
          "Attributes to keep; decoding drops all others.");

  public static final Key<Set<OperationNames.Rule>> SPANS_NORMALIZE_RULES =
      key(
          "spans.normalize-rules",
          someOf(OperationNames.Rule.class),
          "[digits, uuid, hex]",
          "Path segments to replace by {id}: digits only, a UUID, 16 hex digits or more.");

  public static final Key<List<EndpointPattern>> ENDPOINTS_SKIP =
      key(
          "endpoints.skip",
          Texts.patterns(),
          "[]",
          "Gateways to skip when a request gets its endpoint; their time still counts.");

  public static final Key<RemoteRoot> ENDPOINTS_REMOTE_ROOT =
      key(
          "endpoints.remote-root",
          oneOf(RemoteRoot.class),
          "accept",
          "Whether a trace is complete if the parent of its only top span never came.");

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
          "A trace without missing parents closes this long after its root, if that is sooner.");

  public static final Key<Duration> ASSEMBLY_MAX_DURATION =
      key(
          "assembly.max-duration",
          duration("1s", "24h"),
          "10m",
          "A trace closes at the latest this long after its first record.");

  public static final Key<Integer> ASSEMBLY_MAX_SPANS =
      key(
          "assembly.max-spans",
          integer(1, 10_000_000),
          "300000",
          "A trace with more spans closes early and is marked truncated.");

  public static final Key<Long> ASSEMBLY_MAX_BYTES =
      key(
          "assembly.max-bytes",
          byteSize("4KiB", "1GiB"),
          "64MiB",
          "A trace whose spans take more memory closes early and is marked truncated.");

  public static final Key<Long> ASSEMBLY_MAX_OPEN_BYTES =
      key(
          "assembly.max-open-bytes",
          byteSize("1MiB", "1024GiB"),
          "1GiB",
          "Memory of a subtask's open traces; beyond it the oldest closes, marked truncated.");

  public static final Key<Duration> ASSEMBLY_IDLE_FLUSH =
      key(
          "assembly.idle-flush",
          duration("0s", "24h"),
          "30s",
          "If no partition has had a record for this long, the last traces close; 0s is off.");

  public static final Key<Duration> SKEW_MAX_SHIFT =
      key(
          "skew.max-shift",
          duration("0s", "1h"),
          "50ms",
          "Largest shift that corrects another host's clock; 0s is off.");

  public static final Key<Fold> SIGNATURE_FOLD =
      key(
          "signature.fold",
          oneOf(Fold.class),
          "log2",
          "Whether categories differ by exact numbers of equal calls, by powers of two, or not.");

  public static final Key<Duration> PANE =
      key(
          "pane",
          seconds("1s", "5m"),
          "30s",
          "Time in which requests are counted together; windows and slides are multiples of it.");

  public static final Key<Duration> PROFILES_WINDOW =
      key(
          "profiles.window",
          duration("1s", "24h"),
          "5m",
          "Time that a profile describes; 1 to 720 times profiles.slide.");

  public static final Key<Duration> PROFILES_SLIDE =
      key(
          "profiles.slide",
          seconds("1s", "24h"),
          "1m",
          "Time from one profile to the next; a multiple of pane.");

  public static final Key<IncompleteTraces> PROFILES_INCOMPLETE =
      key(
          "profiles.incomplete",
          oneOf(IncompleteTraces.class),
          "exclude",
          "Exclude or include requests of incomplete traces in profiles.");

  public static final Key<Integer> PROFILES_MAX_NODES =
      key(
          "profiles.max-nodes",
          integer(1, 1_000_000),
          "2000",
          "Most call paths of an endpoint; the rest is merged into (other).");

  public static final Key<Integer> PROFILES_MAX_DEPTH =
      key(
          "profiles.max-depth",
          integer(1, 100_000),
          "100",
          "Most steps of a call path; deeper ones are merged into (other).");

  public static final Key<Integer> PROFILES_MAX_CATEGORIES =
      key(
          "profiles.max-categories",
          integer(1, 100_000),
          "200",
          "Most categories of an endpoint; the rest is (other).");

  public static final Key<Integer> PROFILES_MAX_ENDPOINTS =
      key(
          "profiles.max-endpoints",
          integer(1, 100_000),
          "10000",
          "Most endpoints of a task in a pane; the rest is (other).");

  static {
    COLLECTED.addAll(ChangeKeys.ALL);
    COLLECTED.addAll(DiagnosisKeys.ALL);
  }

  public static final Key<String> STORE_PATH =
      key(
          "store.path",
          Texts.optionalText("a directory, or a URI of a Flink file system"),
          "./store",
          "Directory of kept requests, panes and incidents; empty for none. Not relative on a cluster.");

  public static final Key<Integer> STORE_REQUESTS_PER_SECOND =
      key(
          "store.requests-per-second",
          integer(1, 1_000_000),
          "100",
          "Most requests to keep per second of event time; above it, a weighted sample.");

  public static final Key<Long> STORE_BYTES_PER_SECOND =
      key(
          "store.bytes-per-second",
          byteSize("1kB", "1000MB"),
          "200kB",
          "About the most bytes of kept requests per second of event time.");

  public static final Key<Duration> STORE_RETENTION =
      key(
          "store.retention",
          seconds("2h", "36500d"),
          "14d",
          "Age at which a whole hour of the store is deleted.");

  public static final Key<Long> STORE_MAX_REQUEST_BYTES =
      key(
          "store.max-bytes.requests",
          byteSize("10MB", "1000000GB"),
          "20GB",
          "Size of the kept requests above which their oldest hours are deleted.");

  public static final Key<Long> STORE_MAX_PANE_BYTES =
      key(
          "store.max-bytes.panes",
          byteSize("10MB", "1000000GB"),
          "10GB",
          "Size of the panes above which their oldest hours are deleted.");

  public static final Key<String> CONSOLE_ADDRESS =
      key(
          "console.address",
          Texts.hostOfThisMachine(),
          "127.0.0.1",
          "Address that the console listens at; one beyond loopback needs a token or a proxy.");

  public static final Key<String> CONSOLE_HOST =
      key(
          "console.host",
          Texts.authorityOrNone(),
          "\"\"",
          "Host name, with its port if any, by which users reach the console through a proxy.");

  public static final Key<Integer> CONSOLE_PORT =
      key(
          "console.port",
          integer(0, 65_535),
          "8460",
          "Port that the console listens at; 0 is any free port.");

  public static final Key<String> CONSOLE_TOKEN =
      key(
          "console.token",
          Texts.secretOrNone(8),
          "\"\"",
          "Secret that users and scripts must send to the console; if empty, none is needed.");

  public static final Key<String> CONSOLE_PROXY_HEADER =
      key(
          "console.proxy-header",
          Texts.headerNameOrNone(),
          "\"\"",
          "Header that a proxy sets after login; each request needs it or the token.");

  public static final Key<Duration> CONSOLE_HISTORY =
      key(
          "console.history",
          seconds("1m", "30d"),
          "1h",
          "How far back the console reads the output topics when it starts.");

  public static final Key<List<String>> STACKS_TOPICS =
      key(
          "stacks.topics",
          Texts.topicsOrNone(),
          "[]",
          "Topics of stack samples (OTLP profiles) to explain slow spans by; [] for none.");

  public static final Key<String> OUTPUT_PREFIX =
      key(
          "output.prefix",
          Texts.topicPrefix(),
          "tracemill",
          "Prefix of the output topics, PREFIX.STREAM.v1.");

  public static final Key<Delivery> OUTPUT_DELIVERY =
      key(
          "output.delivery",
          oneOf(Delivery.class),
          "at-least-once",
          "A failure may repeat records, or results wait for a checkpoint.");

  public static final Key<Boolean> OUTPUT_TRACES =
      key(
          "output.traces",
          bool(),
          "false",
          "Also write a record for each request, to the stream traces.");

  public static final Key<Long> OUTPUT_MAX_RECORD_BYTES =
      key(
          "output.max-record-bytes",
          byteSize("10kB", "100MB"),
          "900000",
          "Largest record; its smallest nodes are merged into (other) to fit.");

  public static final Key<DeadLetters> OUTPUT_DEAD_LETTERS =
      key(
          "output.dead-letters",
          oneOf(DeadLetters.class),
          "full",
          "What to keep of a record that cannot be decoded.");

  public static final Key<String> STATE_DIRECTORY =
      key(
          "state.directory",
          Texts.text("a directory, relative to where the program is started"),
          "./state",
          "Directory of checkpoints; run resumes from the newest.");

  public static final Key<Integer> STATE_MAX_PARALLELISM =
      key(
          "state.max-parallelism",
          integer(1, 32_768),
          "128",
          "Most subtasks of a stage; cannot change while the state lives.");

  public static final Key<Map<String, String>> FLINK =
      key(
          "flink",
          Texts.mapOver(FLINK_DEFAULTS, "a map of Flink options", PassedOn::flink),
          FLINK_DEFAULTS,
          "Flink options; the others keep these defaults.");

  private Keys() {}

  private static <T> Key<T> key(
      String path, ValueType<T> type, String defaultText, String explanation) {
    return Key.in(COLLECTED, path, type, defaultText, explanation);
  }
}
