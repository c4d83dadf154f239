package io.tracemill.pipeline.config;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.view.tprof.RequestTypes;
import io.tracemill.analysis.view.tprof.RequestTypes.Division;
import io.tracemill.pipeline.alertmanager.AlertmanagerSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Types of values that are text, or consist of texts. */
final class Texts {
  private static final Pattern TRACE_LINK =
      Pattern.compile("(?=.*\\{traceId})https?://([^{}]|\\{(traceId|startMillis|endMillis)})*");

  private static final Pattern TOPIC_NAME = Pattern.compile("[A-Za-z0-9._-]{1,200}");

  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*|[0-9a-fA-F.]*:[0-9a-fA-F:.]*");

  private static final Pattern AUTHORITY =
      Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,252}(:[0-9]{1,5})?");
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,99}");

  private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

  private static final Pattern DIVISION = Pattern.compile("(attribute|service) +(\\S.*)");

  private Texts() {}

  /** Any text but the empty one. */
  static ValueType<String> text(String allowed) {
    return new ValueType<>(allowed, ValueType::text, value -> !value.isBlank());
  }

  /** Text that may be empty. */
  static ValueType<String> optionalText(String allowed) {
    return new ValueType<>(allowed, ValueType::text, value -> true);
  }

  /** Topic names, or regular expressions that begin with {@code ^}. */
  static ValueType<List<String>> topics() {
    return topics(1, "a list of topics, at least one; a regular expression begins with ^");
  }

  /** The same; the list may be empty. */
  static ValueType<List<String>> topicsOrNone() {
    return topics(0, "a list of topics, [] for none; a regular expression begins with ^");
  }

  private static ValueType<List<String>> topics(int least, String allowed) {
    ValueType<List<String>> list = list(least, Integer.MAX_VALUE, allowed);
    return new ValueType<>(
        list.allowed(),
        list.reader(),
        value -> list.accepts().test(value) && value.stream().allMatch(Texts::isTopic));
  }

  private static boolean isTopic(String topic) {
    if (!topic.startsWith("^")) {
      return TOPIC_NAME.matcher(topic).matches();
    }
    try {
      Pattern.compile(topic);
      return true;
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  /** The beginning of a topic's name. */
  static ValueType<String> topicPrefix() {
    return new ValueType<>(
        "letters, digits, '.', '_' and '-'",
        ValueType::text,
        value -> TOPIC_NAME.matcher(value).matches());
  }

  /**
   * An address with a placeholder for a trace's id, and optionally for its time; empty for none.
   */
  static ValueType<String> traceLink() {
    return new ValueType<>(
        "an http or https address with {traceId}, optionally {startMillis} and"
            + " {endMillis}; \"\" for none",
        ValueType::text,
        value ->
            value.isEmpty()
                || (TRACE_LINK.matcher(value).matches()
                    && isWebAddress(value.replaceAll("[{}]|[?#].*", ""))));
  }

  /** An address of a web server, without user and query; empty for none. */
  static ValueType<String> webAddressOrNone() {
    String allowed = "an http or https address without user and query; \"\" for none";
    return new ValueType<>(
        allowed,
        node -> {
          String address = ValueType.text(node);
          if (!address.isEmpty() && !isWebAddress(address)) {
            throw unshown(allowed);
          }
          return address;
        },
        value -> value.isEmpty() || isWebAddress(value));
  }

  /** A host name or an IP address, without a port. */
  static ValueType<String> hostOfThisMachine() {
    return new ValueType<>(
        "a host name or IP address of this machine, 0.0.0.0 for all",
        ValueType::text,
        value -> HOST.matcher(value).matches());
  }

  /** The name of a host, with a port or without; empty for none. */
  static ValueType<String> authorityOrNone() {
    return new ValueType<>(
        "a host name, such as traces.example.com or traces.example.com:8443; \"\" for none",
        ValueType::text,
        value -> value.isEmpty() || AUTHORITY.matcher(value).matches());
  }

  /** The name of an HTTP header; empty for none. */
  static ValueType<String> headerNameOrNone() {
    return new ValueType<>(
        "the name of an HTTP header, such as X-Forwarded-User; \"\" for none",
        ValueType::text,
        value -> value.isEmpty() || HEADER_NAME.matcher(value).matches());
  }

  /**
   * A secret of visible ASCII characters; empty for none. The file holds a reference to it, never
   * the secret itself.
   *
   * @param least the least number of characters
   */
  static ValueType<String> secretOrNone(int least) {
    Predicate<String> accepts =
        value ->
            value.isEmpty()
                || (value.length() >= least && value.chars().allMatch(c -> c > ' ' && c < 127));
    String allowed =
        "a reference to %d or more visible ASCII characters; \"\" for none".formatted(least);
    return new ValueType<>(
        allowed,
        node -> {
          if (!(node instanceof Node.Scalar scalar) || !accepts.test(scalar.text())) {
            throw unshown(allowed);
          }
          Secrets.checkText(scalar);
          return scalar.text();
        },
        accepts);
  }

  /** The message hides the value: it may be a secret. */
  private static ConfigException unshown(String allowed) {
    return new ConfigException("this is not allowed; allowed: " + allowed);
  }

  private static boolean isWebAddress(String text) {
    try {
      URI address = new URI(text);
      return ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
          && address.getHost() != null
          && address.getRawUserInfo() == null
          && address.getRawQuery() == null
          && address.getRawFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Checks a label: its name must be valid in Prometheus and not one of Tracemill's own. */
  static void label(String name, Node.Scalar value) {
    if (!LABEL_NAME.matcher(name).matches() || AlertmanagerSettings.OWN_LABELS.contains(name)) {
      throw new ConfigException(
          "label \"%s\" is not allowed; allowed: letters, digits and '_', and none of %s"
              .formatted(name, String.join(", ", AlertmanagerSettings.OWN_LABELS)));
    }
    if (value.text().isBlank()) {
      throw new ConfigException("label \"%s\" has no value; allowed: a text".formatted(name));
    }
  }

  /** From {@code least} to {@code most} texts, none of them empty. */
  static ValueType<List<String>> list(int least, int most, String allowed) {
    return new ValueType<>(
        allowed,
        node -> items(node).stream().map(ValueType::text).toList(),
        value ->
            value.size() >= least
                && value.size() <= most
                && value.stream().noneMatch(String::isBlank));
  }

  /**
   * Names and values for another system; nested names are joined by a dot.
   *
   * @param base the defaults, as YAML
   * @param check checks each given name and value
   */
  static ValueType<Map<String, String>> mapOver(String base, String allowed, PassedOn.Check check) {
    Map<String, String> defaults =
        flat(YamlText.read(base, new References(Map.of())), (name, value) -> {});
    return new ValueType<>(
        allowed,
        node -> {
          if (!(node instanceof Node.Section)) {
            throw unshown(allowed);
          }
          Map<String, String> merged = new TreeMap<>(defaults);
          merged.putAll(flat(node, check));
          return Map.copyOf(merged);
        },
        value -> true);
  }

  static ValueType<StartPosition> startPosition() {
    return new ValueType<>(
        "committed, latest, earliest, or an ISO time such as 2026-01-31T12:00:00Z",
        node -> parseStart(ValueType.text(node)),
        value -> !(value instanceof StartPosition.At at) || at.time().toEpochMilli() >= 0);
  }

  static ValueType<List<EndpointPattern>> patterns() {
    return new ValueType<>(
        "a list of {service: PATTERN, operation: PATTERN}, * for any run of characters",
        node -> items(node).stream().map(Texts::pattern).toList(),
        value -> true);
  }

  /**
   * How requests divide into types: {@code endpoint}, {@code attribute NAME} or {@code service
   * NAME}.
   */
  static ValueType<RequestTypes> requestTypes() {
    return new ValueType<>(
        "endpoint, attribute NAME, or service NAME",
        node -> requestTypes(ValueType.text(node)),
        value -> true);
  }

  private static RequestTypes requestTypes(String text) {
    Matcher division = DIVISION.matcher(text);
    if (text.equals("endpoint")) {
      return RequestTypes.endpoints();
    }
    if (!division.matches()) {
      throw new IllegalArgumentException(text);
    }
    return new RequestTypes(
        Division.valueOf(division.group(1).toUpperCase(Locale.ROOT)), division.group(2));
  }

  private static List<Node> items(Node node) {
    if (node instanceof Node.Sequence sequence) {
      return sequence.items();
    }
    throw new IllegalArgumentException(node.shown());
  }

  private static Map<String, Node> entries(Node node) {
    if (node instanceof Node.Section section) {
      return section.entries();
    }
    throw new IllegalArgumentException(node.shown());
  }

  private static Map<String, String> flat(Node node, PassedOn.Check check) {
    Map<String, Node.Scalar> scalars = new TreeMap<>();
    flatten("", node, scalars);
    Map<String, String> flat = new TreeMap<>();
    scalars.forEach(
        (name, value) -> {
          check.check(name, value);
          flat.put(name, value.text());
        });
    return flat;
  }

  private static void flatten(String prefix, Node node, Map<String, Node.Scalar> into) {
    for (Map.Entry<String, Node> entry : entries(node).entrySet()) {
      String name = prefix + entry.getKey();
      if (entry.getValue() instanceof Node.Section section) {
        flatten(name + ".", section, into);
      } else if (!(entry.getValue() instanceof Node.Scalar scalar)) {
        throw new ConfigException(name + " has no value; allowed: a text or a number");
      } else if (into.put(name, scalar) != null) {
        throw new ConfigException(name + " is given twice");
      }
    }
  }

  private static EndpointPattern pattern(Node node) {
    Map<String, Node> entries = entries(node);
    Node service = entries.get("service");
    Node operation = entries.get("operation");
    if (service == null || operation == null || entries.size() > 2) {
      throw new IllegalArgumentException(node.shown());
    }
    return new EndpointPattern(ValueType.text(service), ValueType.text(operation));
  }

  private static StartPosition parseStart(String text) {
    return switch (text) {
      case "committed" -> StartPosition.Named.COMMITTED;
      case "latest" -> StartPosition.Named.LATEST;
      case "earliest" -> StartPosition.Named.EARLIEST;
      default -> new StartPosition.At(parseInstant(text));
    };
  }

  private static Instant parseInstant(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
