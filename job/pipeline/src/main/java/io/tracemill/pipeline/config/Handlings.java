package io.tracemill.pipeline.config;

import io.tracemill.analysis.incident.HandlingRules.Owner;
import io.tracemill.analysis.incident.Mute;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads who owns incidents and when they are muted. */
final class Handlings {
  static final String MUTES =
      "a list of {reason, service, endpoint, from, until, hours, days, zone}, [] for none";

  private static final List<String> FIELDS =
      List.of("reason", "service", "endpoint", "from", "until", "hours", "days", "zone");
  private static final String TIME = "an ISO time such as 2026-01-31T12:00:00Z";

  private Handlings() {}

  /** A map from patterns of services to teams, in the order of the file. */
  static ValueType<List<Owner>> owners() {
    return new ValueType<>(
        node ->
            node.entries().entrySet().stream()
                .map(entry -> new Owner(entry.getKey(), entry.getValue().text()))
                .toList(),
        owners -> owners.stream().noneMatch(owner -> owner.team().isBlank()));
  }

  static ValueType<List<Mute>> mutes() {
    return new ValueType<>(
        node -> node.items().stream().map(Handlings::mute).toList(), all -> true);
  }

  private static Mute mute(Node node) {
    Map<String, Node> fields = node.entries();
    if (!FIELDS.containsAll(fields.keySet())) {
      throw refused(node, "the fields " + String.join(", ", FIELDS));
    }
    if (Stream.of("until", "hours", "days").noneMatch(fields::containsKey)) {
      throw refused(node, "a mute with an end: until, hours or days");
    }
    String reason = read(node, "reason", "a text", Node::text).orElse("");
    long from = read(node, "from", TIME, Handlings::millis).orElse(Long.MIN_VALUE);
    long until = read(node, "until", TIME, Handlings::millis).orElse(Long.MAX_VALUE);
    if (reason.isBlank() || from >= until) {
      throw refused(node, reason.isBlank() ? "a mute with a reason" : "until after from");
    }
    return new Mute(
        reason,
        read(node, "service", "a pattern", Node::text).orElse("*"),
        read(node, "endpoint", "a pattern", Node::text).orElse("*"),
        from,
        until,
        hours(node));
  }

  private static Mute.Hours hours(Node mute) {
    List<LocalTime> hours =
        read(mute, "hours", "two times of day such as 22:00-06:30", Handlings::times)
            .orElse(List.of(LocalTime.MIDNIGHT, LocalTime.MIDNIGHT));
    return new Mute.Hours(
        hours.get(0),
        hours.get(1),
        read(mute, "days", "a list of days such as [saturday, sunday]", Handlings::days)
            .orElse(EnumSet.allOf(DayOfWeek.class)),
        read(mute, "zone", "a time zone such as Europe/Berlin", zone -> ZoneId.of(zone.text()))
            .orElse(ZoneId.of("UTC")));
  }

  private static long millis(Node time) {
    return OffsetDateTime.parse(time.text()).toInstant().toEpochMilli();
  }

  private static List<LocalTime> times(Node hours) {
    String[] times = hours.text().split("-", 2);
    if (times.length < 2) {
      throw new IllegalArgumentException(hours.text());
    }
    return List.of(LocalTime.parse(times[0]), LocalTime.parse(times[1]));
  }

  private static Set<DayOfWeek> days(Node days) {
    Set<DayOfWeek> all = EnumSet.noneOf(DayOfWeek.class);
    days.items().forEach(day -> all.add(Texts.oneOf(List.of(DayOfWeek.values()), day)));
    return all;
  }

  private static <T> Optional<T> read(
      Node mute, String field, String allowed, Function<Node, T> reader) {
    Optional<Node> value = Optional.ofNullable(mute.entries().get(field));
    try {
      return value.map(reader);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new ConfigException(
          "%s \"%s\" is not allowed; allowed: %s"
              .formatted(field, value.map(Node::shown).orElse(""), allowed));
    }
  }

  private static ConfigException refused(Node mute, String allowed) {
    return new ConfigException(
        "\"%s\" is not allowed; allowed: %s".formatted(mute.shown(), allowed));
  }
}
