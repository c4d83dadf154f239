package io.tracemill.pipeline.config;

import static io.tracemill.pipeline.config.PassedOn.map;
import static io.tracemill.pipeline.config.Quantities.byteSize;
import static io.tracemill.pipeline.config.Quantities.duration;
import static io.tracemill.pipeline.config.Quantities.integer;
import static io.tracemill.pipeline.config.Quantities.number;
import static io.tracemill.pipeline.config.Quantities.seconds;
import static io.tracemill.pipeline.config.Quantities.share;
import static io.tracemill.pipeline.config.Texts.ANY;
import static io.tracemill.pipeline.config.Texts.NOT_BLANK;
import static io.tracemill.pipeline.config.Texts.bool;
import static io.tracemill.pipeline.config.Texts.list;
import static io.tracemill.pipeline.config.Texts.oneOf;
import static io.tracemill.pipeline.config.Texts.parsed;
import static io.tracemill.pipeline.config.Texts.patterns;
import static io.tracemill.pipeline.config.Texts.secret;
import static io.tracemill.pipeline.config.Texts.someOf;
import static io.tracemill.pipeline.config.Texts.text;

import io.tracemill.analysis.incident.HandlingRules;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Mute;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.OperationNames;
import io.tracemill.analysis.view.tprof.RequestTypes;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.pipeline.webhook.WebhookFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All keys, in the order of the documentation. */
public final class Keys {
  static final List<Key<?>> COLLECTED = new ArrayList<>();

  /** All keys, in order. */
  public static final List<Key<?>> ALL = Collections.unmodifiableList(COLLECTED);

  private static final String FLINK_DEFAULTS =
      "{parallelism.default: 2, execution.checkpointing.interval: 10s}";
  private static final String NONE = "\"\"";
  private static final String ATTRIBUTE_NAMES =
      "a list of at most 100 attribute names, [] for none";
  private static final String TOPIC_NAME = "[A-Za-z0-9._-]{1,200}";
  private static final String TOPIC = "\\^.*|" + TOPIC_NAME;

  public static final Key<String> KAFKA_BOOTSTRAP_SERVERS =
      key("kafka.bootstrap-servers", "\"localhost:9092\"", text())
          .allows("host:port, several separated by commas")
          .says("Brokers to connect to, for input and results.");
  public static final Key<List<String>> KAFKA_TOPICS =
      key("kafka.topics", "[otlp_spans]", list(1, Integer.MAX_VALUE, TOPIC))
          .allows("a list of topics, at least one; a regular expression begins with ^")
          .says("Topics to read spans from.");
  public static final Key<String> KAFKA_ENCODING =
      key(
              "kafka.encoding",
              EncodingDetector.AUTO,
              text("auto|" + Encoding.labels().replace(", ", "|")))
          .allows("one of auto, " + Encoding.labels())
          .says("Encoding of the records; auto recognises it by the first 100 of each topic.");
  public static final Key<String> KAFKA_GROUP_ID =
      key("kafka.group-id", "tracemill", text())
          .allows("a name")
          .says("Consumer group that shows how far the job is; it resumes from checkpoints.");
  public static final Key<StartPosition> KAFKA_START =
      key("kafka.start", "committed", parsed(Texts::startPosition))
          .allows("committed, latest, earliest, or an ISO time such as 2026-01-31T12:00:00Z")
          .says(
              "Where to begin without a checkpoint; committed but no commits: latest (--until-now:"
                  + " earliest).");
  public static final Key<Map<String, String>> KAFKA_PROPERTIES =
      key("kafka.properties", "{}", map("{}", PassedOn::kafka))
          .allows("a map of Kafka client properties")
          .says("Properties for every Kafka client: TLS, SASL, buffers.");

  public static final Key<Duration> TIME_MAX_JUMP =
      key("time.max-jump", "1h", duration("1s", "8760h"))
          .says("A timestamp further ahead of its partition counts only once 20 in a row agree.");
  public static final Key<Duration> TIME_OUT_OF_ORDERNESS =
      key("time.out-of-orderness", "1s", duration("0s", "1h"))
          .says("How far timestamps of a partition may be out of order without late spans.");

  public static final Key<List<String>> SPANS_ATTRIBUTES =
      key("spans.attributes", "[service.version]", list(0, 100, NOT_BLANK))
          .allows(ATTRIBUTE_NAMES)
          .says("Attributes to keep; decoding drops all others.");
  public static final Key<Set<OperationNames.Rule>> SPANS_NORMALIZE_RULES =
      key("spans.normalize-rules", "[digits, uuid, hex]", someOf(OperationNames.Rule.class))
          .says("Path segments to replace by {id}: digits only, a UUID, 16 hex digits or more.");

  public static final Key<List<EndpointPattern>> ENDPOINTS_SKIP =
      key("endpoints.skip", "[]", patterns())
          .says("Gateways to skip when a request gets its endpoint; their time still counts.");
  public static final Key<RemoteRoot> ENDPOINTS_REMOTE_ROOT =
      key("endpoints.remote-root", "accept", oneOf(RemoteRoot.class))
          .says("Whether a trace is complete if the parent of its only top span never came.");

  public static final Key<Duration> ASSEMBLY_QUIET_PERIOD =
      key("assembly.quiet-period", "20s", duration("1ms", "1h"))
          .says("A trace closes this long after its last record.");
  public static final Key<Duration> ASSEMBLY_ROOT_GRACE =
      key("assembly.root-grace", "10s", duration("0s", "1h"))
          .says(
              "A trace without missing parents closes this long after its root, if that is"
                  + " sooner.");
  public static final Key<Duration> ASSEMBLY_MAX_DURATION =
      key("assembly.max-duration", "10m", duration("1s", "24h"))
          .says("A trace closes at the latest this long after its first record.");
  public static final Key<Integer> ASSEMBLY_MAX_SPANS =
      key("assembly.max-spans", "300000", integer(1, 10_000_000))
          .says("A trace with more spans closes early and is marked truncated.");
  public static final Key<Long> ASSEMBLY_MAX_BYTES =
      key("assembly.max-bytes", "64MiB", byteSize("4KiB", "1GiB"))
          .says("A trace whose spans take more memory closes early and is marked truncated.");
  public static final Key<Long> ASSEMBLY_MAX_OPEN_BYTES =
      key("assembly.max-open-bytes", "1GiB", byteSize("1MiB", "1024GiB"))
          .says(
              "Memory of a subtask's open traces; beyond it the oldest closes, marked truncated.");
  public static final Key<Duration> ASSEMBLY_IDLE_FLUSH =
      key("assembly.idle-flush", "30s", duration("0s", "24h"))
          .says(
              "If no partition has had a record for this long, the last traces close; 0s is off.");

  public static final Key<Duration> SKEW_MAX_SHIFT =
      key("skew.max-shift", "50ms", duration("0s", "1h"))
          .says("Largest shift that corrects another host's clock; 0s is off.");

  public static final Key<Fold> SIGNATURE_FOLD =
      key("signature.fold", "log2", oneOf(Fold.class))
          .says(
              "Whether categories differ by exact numbers of equal calls, by powers of two, or"
                  + " not.");

  public static final Key<Duration> PANE =
      key("pane", "30s", seconds("1s", "5m"))
          .says(
              "Time in which requests are counted together; windows and slides are multiples of"
                  + " it.");

  public static final Key<Duration> PROFILES_WINDOW =
      key("profiles.window", "5m", duration("1s", "24h"))
          .says("Time that a profile describes; 1 to 720 times profiles.slide.");
  public static final Key<Duration> PROFILES_SLIDE =
      key("profiles.slide", "1m", seconds("1s", "24h"))
          .says("Time from one profile to the next; a multiple of pane.");
  public static final Key<IncompleteTraces> PROFILES_INCOMPLETE =
      key("profiles.incomplete", "exclude", oneOf(IncompleteTraces.class))
          .says("Exclude or include requests of incomplete traces in profiles.");
  public static final Key<Integer> PROFILES_MAX_NODES =
      key("profiles.max-nodes", "2000", integer(1, 1_000_000))
          .says("Most call paths of an endpoint; the rest is merged into (other).");
  public static final Key<Integer> PROFILES_MAX_DEPTH =
      key("profiles.max-depth", "100", integer(1, 100_000))
          .says("Most steps of a call path; deeper ones are merged into (other).");
  public static final Key<Integer> PROFILES_MAX_CATEGORIES =
      key("profiles.max-categories", "200", integer(1, 100_000))
          .says("Most categories of an endpoint; the rest is (other).");
  public static final Key<Integer> PROFILES_MAX_ENDPOINTS =
      key("profiles.max-endpoints", "10000", integer(1, 100_000))
          .says("Most endpoints of a task in a pane; the rest is (other).");

  public static final Key<Boolean> CHANGES_ENABLED =
      key("changes.enabled", "true", bool())
          .says("Detect changes; if false, no incidents, mutations and changes are written.");
  public static final Key<Double> CHANGES_ALARMS_PER_WEEK =
      key("changes.alarms-per-week", "3", number(value -> value > 0 && value <= 1_000))
          .allows("a number above 0 and up to 1000, such as 3 or 0.5")
          .says("False incidents a week that a healthy system of any size may have by chance.");
  public static final Key<Duration> CHANGES_ACCEPT_AFTER =
      key("changes.accept-after", "6h", duration("1s", "8760h"))
          .says("An incident that stays open this long ends as accepted: it is the new normal.");
  public static final Key<Integer> CHANGES_MIN_TRACES =
      key("changes.min-traces", "5", integer(2, 1_000_000))
          .says("Fewest requests of a window or a category that is tested.");
  public static final Key<Double> CHANGES_MUTATIONS_MIN_SHARE =
      key("changes.mutations.min-share", "1%", share())
          .says(
              "A category is a structural mutation only if its share of requests rises by this"
                  + " much.");
  public static final Key<Double> CHANGES_MUTATIONS_FALSE_RATE =
      key("changes.mutations.false-rate", "1%", share())
          .says("Share of an explanation's mutations that may be due to chance.");
  public static final Key<Duration> CHANGES_MIN_EFFECT_TIME =
      key("changes.min-effect.time", "3ms", duration("1us", "24h"))
          .says("A slower place is an alert only if it adds this much time to a request.");
  public static final Key<Double> CHANGES_MIN_EFFECT_RATIO =
      key("changes.min-effect.ratio", "5%", share())
          .says("A slower place is an alert only if it adds this share of the endpoint's mean.");
  public static final Key<Double> CHANGES_MIN_EFFECT_SHARE =
      key("changes.min-effect.share", "30%", share())
          .says("A call is a notice only if its share of requests changes by this much.");
  public static final Key<Double> CHANGES_MIN_EFFECT_ERRORS =
      key("changes.min-effect.errors", "2%", share())
          .says("Errors are an alert only if their share of requests rises by this much.");
  public static final Key<Double> CHANGES_PAGE_RATIO =
      key("changes.page.ratio", "20%", share())
          .says(
              "An incident pages if an endpoint's mean rises by this share; else it is a ticket.");
  public static final Key<Duration> CHANGES_PAGE_TIME =
      key("changes.page.time", "50ms", duration("0s", "24h"))
          .says("An incident pages only if the mean also rises by this much time.");
  public static final Key<Double> CHANGES_PAGE_ERRORS =
      key("changes.page.errors", "5%", share())
          .says("An incident also pages if more than this share of an endpoint's requests fails.");
  public static final Key<List<String>> CHANGES_EXCLUDE_ATTRIBUTES =
      key("changes.exclude-attributes", "[]", list(0, 100, NOT_BLANK))
          .allows(ATTRIBUTE_NAMES)
          .says("Attributes among spans.attributes that explanations must not use.");

  public static final Key<String> LINKS_TRACE =
      key("links.trace", NONE, text(Texts::isTraceLink))
          .allows(
              "an http or https address with {traceId}, optionally {startMillis} and {endMillis};"
                  + " \"\" for none")
          .says("Web page of a trace, such as http://localhost:16686/trace/{traceId}.");

  public static final Key<String> LINKS_CONSOLE =
      key("links.console", NONE, text(Texts::isAddress))
          .allows("an http or https address without user and query; \"\" for none")
          .says("Address by which people reach the console, for links in alerts.");

  public static final Key<String> ALERTMANAGER_URL =
      key("alertmanager.url", NONE, text(Texts::isAddress).notShown())
          .allows("an http or https address without user and query; \"\" for none")
          .says("Alertmanager to post incidents to, such as http://localhost:9093.");
  public static final Key<Map<String, String>> ALERTMANAGER_LABELS =
      key("alertmanager.labels", "{}", map("{}", PassedOn::label))
          .allows("a map of label names and values")
          .says("Labels to add to every posted incident.");
  public static final Key<Duration> ALERTMANAGER_MAX_AGE =
      key("alertmanager.max-age", "10m", duration("1s", "8760h"))
          .says("A pane that ended longer ago opens no alert, and no incident at the webhook.");

  public static final Key<String> WEBHOOK_URL =
      key("webhook.url", NONE, secret(Texts::isAddressWithQuery))
          .allows("a reference to an http or https address without user; \"\" for none")
          .says("Receives a message when an incident opens, gets worse or ends.");
  public static final Key<WebhookFormat> WEBHOOK_FORMAT =
      key("webhook.format", "json", oneOf(WebhookFormat.class))
          .says("Payload of a message: Tracemill's own JSON, Slack's or PagerDuty's.");
  public static final Key<String> WEBHOOK_KEY =
      key("webhook.key", NONE, secret("|[!-~]{8,}"))
          .allows("a reference to 8 or more visible ASCII characters; \"\" for none")
          .says("Secret that signs each message; for PagerDuty, the routing key.");
  public static final Key<Severity> WEBHOOK_SEVERITY =
      key("webhook.severity", "ticket", oneOf(Severity.class))
          .says("Least urgent severity that the webhook is told of.");

  public static final Key<List<HandlingRules.Owner>> OWNERS =
      key("owners", "{}", Handlings.owners())
          .allows(
              "a map from services to teams, * for any run of characters; the first match counts")
          .says("The team that owns an incident, by the service of its cause.");
  public static final Key<List<Mute>> MUTES =
      key("mutes", "[]", Handlings.mutes())
          .allows(Handlings.MUTES)
          .says("Incidents that alert nobody at some times, such as during maintenance.");

  public static final Key<String> ANOMALIES_MODELS =
      key("anomalies.models", NONE, text(ANY))
          .allows("a directory")
          .says(
              "Directory of models that train wrote (*.tmam), watched for new ones; empty for"
                  + " none.");
  public static final Key<Long> ANOMALIES_MAX_BYTES =
      key("anomalies.max-bytes", "256MB", byteSize("1MB", "64GB"))
          .says("Most memory for all models; the busiest endpoints first.");
  public static final Key<Integer> ANOMALIES_REQUESTS_PER_SECOND =
      key("anomalies.requests-per-second", "200", integer(1, 100_000))
          .says("Most requests a second that get a score; all are checked for unseen call paths.");

  public static final Key<List<String>> DEPLOYMENTS_ATTRIBUTES =
      key("deployments.attributes", "[service.version]", list(0, 100, NOT_BLANK))
          .allows(ATTRIBUTE_NAMES)
          .says("Attributes among spans.attributes; a new value on a service is a deployment.");

  public static final Key<RequestTypes> DIAGNOSIS_BY =
      key("diagnosis.by", "endpoint", parsed(Texts::requestTypes))
          .allows("endpoint, attribute NAME, or service NAME")
          .says("The type of a request: its endpoint, an attribute, or passing through a service.");
  public static final Key<Integer> DIAGNOSIS_TOP =
      key("diagnosis.top", "3", integer(1, 5))
          .says("How many findings each finding has in the layer below.");
  public static final Key<Double> DIAGNOSIS_TAIL =
      key("diagnosis.tail", "10%", share(value -> value > 0 && value < 1))
          .allows("a share between 0 and 1, such as 0.1 or 10%")
          .says("The share of requests that count as the slowest, to compare with all others.");
  public static final Key<List<EndpointPattern>> DIAGNOSIS_IGNORE =
      key("diagnosis.ignore", "[]", patterns())
          .says("Known operations to leave out of the ranking, so that others come up.");

  public static final Key<String> STORE_PATH =
      key("store.path", "./store", text(ANY))
          .allows("a directory, or a URI of a Flink file system")
          .says(
              "Directory of kept requests, panes and incidents; empty for none. Not relative on a"
                  + " cluster.");
  public static final Key<Integer> STORE_REQUESTS_PER_SECOND =
      key("store.requests-per-second", "100", integer(1, 1_000_000))
          .says("Most requests to keep per second of event time; above it, a weighted sample.");
  public static final Key<Long> STORE_BYTES_PER_SECOND =
      key("store.bytes-per-second", "200kB", byteSize("1kB", "1000MB"))
          .says("About the most bytes of kept requests per second of event time.");
  public static final Key<Duration> STORE_RETENTION =
      key("store.retention", "14d", seconds("2h", "36500d"))
          .says("Age at which a whole hour of the store is deleted.");
  public static final Key<Long> STORE_MAX_REQUEST_BYTES =
      key("store.max-bytes.requests", "20GB", byteSize("10MB", "1000000GB"))
          .says("Size of the kept requests above which their oldest hours are deleted.");
  public static final Key<Long> STORE_MAX_PANE_BYTES =
      key("store.max-bytes.panes", "10GB", byteSize("10MB", "1000000GB"))
          .says("Size of the panes above which their oldest hours are deleted.");

  public static final Key<String> CONSOLE_ADDRESS =
      key(
              "console.address",
              "127.0.0.1",
              text("[A-Za-z0-9][A-Za-z0-9.-]*|[0-9a-fA-F.]*:[0-9a-fA-F:.]*"))
          .allows("a host name or IP address of this machine, 0.0.0.0 for all")
          .says(
              "Address that the console listens at; one beyond loopback needs a token or a proxy.");
  public static final Key<String> CONSOLE_HOST =
      key("console.host", NONE, text("|[A-Za-z0-9][A-Za-z0-9.-]{0,252}(:[0-9]{1,5})?"))
          .allows(
              "a host name, such as traces.example.com or traces.example.com:8443; \"\" for none")
          .says(
              "Host name, with its port if any, by which users reach the console through a proxy.");
  public static final Key<Integer> CONSOLE_PORT =
      key("console.port", "8460", integer(0, 65_535))
          .says("Port that the console listens at; 0 is any free port.");
  public static final Key<String> CONSOLE_TOKEN =
      key("console.token", NONE, secret("|[!-~]{8,}"))
          .allows("a reference to 8 or more visible ASCII characters; \"\" for none")
          .says(
              "Secret that users and scripts must send to the console; if empty, none is needed.");
  public static final Key<String> CONSOLE_PROXY_HEADER =
      key("console.proxy-header", NONE, text("|[A-Za-z][A-Za-z0-9-]{0,99}"))
          .allows("the name of an HTTP header, such as X-Forwarded-User; \"\" for none")
          .says("Header that a proxy sets after login; each request needs it or the token.");
  public static final Key<Duration> CONSOLE_HISTORY =
      key("console.history", "1h", seconds("1m", "30d"))
          .says("How far back the console reads the output topics when it starts.");

  public static final Key<List<String>> STACKS_TOPICS =
      key("stacks.topics", "[]", list(0, Integer.MAX_VALUE, TOPIC))
          .allows("a list of topics, [] for none; a regular expression begins with ^")
          .says("Topics of stack samples (OTLP profiles) to explain slow spans by; [] for none.");

  public static final Key<String> OUTPUT_PREFIX =
      key("output.prefix", "tracemill", text(TOPIC_NAME))
          .allows("letters, digits, '.', '_' and '-'")
          .says("Prefix of the output topics, PREFIX.STREAM.v1.");
  public static final Key<Delivery> OUTPUT_DELIVERY =
      key("output.delivery", "at-least-once", oneOf(Delivery.class))
          .says("At-least-once may repeat records; exactly-once results wait for checkpoints.");
  public static final Key<Boolean> OUTPUT_TRACES =
      key("output.traces", "false", bool())
          .says("Also write a record for each request, to the stream traces.");
  public static final Key<Long> OUTPUT_MAX_RECORD_BYTES =
      key("output.max-record-bytes", "900000", byteSize("10kB", "100MB"))
          .says("Largest record; its smallest nodes are merged into (other) to fit.");
  public static final Key<DeadLetters> OUTPUT_DEAD_LETTERS =
      key("output.dead-letters", "full", oneOf(DeadLetters.class))
          .says("What to keep of a record that cannot be decoded.");

  public static final Key<String> STATE_DIRECTORY =
      key("state.directory", "./state", text())
          .allows("a directory, relative to where the program is started")
          .says("Directory of checkpoints; run resumes from the newest.");
  public static final Key<Integer> STATE_MAX_PARALLELISM =
      key("state.max-parallelism", "128", integer(1, 32_768))
          .says("Most subtasks of a stage; cannot change while the state lives.");

  public static final Key<Map<String, String>> FLINK =
      key("flink", FLINK_DEFAULTS, map(FLINK_DEFAULTS, Secrets::checkFlink))
          .allows("a map of Flink options")
          .says("Flink options; the others keep these defaults.");

  private Keys() {}

  /** A key that is listed once {@link Key#says} gives it a sentence. */
  private static <T> Key<T> key(String path, String defaultText, ValueType<T> type) {
    return new Key<>(path, defaultText, type, "");
  }
}
