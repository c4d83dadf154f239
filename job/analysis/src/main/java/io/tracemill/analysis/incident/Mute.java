package io.tracemill.analysis.incident;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;

/**
 * A time in which some incidents alert nobody.
 *
 * @param reason why, for readers
 * @param service pattern of the cause's service
 * @param endpoint pattern of every affected endpoint, as service, space and operation
 * @param fromMillis its first millisecond since the epoch
 * @param untilMillis the first one after it
 */
public record Mute(
    String reason, String service, String endpoint, long fromMillis, long untilMillis, Hours hours)
    implements Serializable {
  public Mute {
    requireNonNull(reason, "reason");
    if (fromMillis >= untilMillis) {
      throw new IllegalArgumentException("mute ends before it begins: " + reason);
    }
  }

  /**
   * Hours of some days of the week.
   *
   * @param start the first minute
   * @param end the first minute after them, on the next day unless later than {@code start}
   * @param days on which they start
   */
  public record Hours(LocalTime start, LocalTime end, Set<DayOfWeek> days, ZoneId zone)
      implements Serializable {
    public Hours {
      days = Set.copyOf(days);
    }

    private boolean cover(long millis) {
      ZonedDateTime time = Instant.ofEpochMilli(millis).atZone(zone);
      boolean started = !time.toLocalTime().isBefore(start);
      boolean goesOn = time.toLocalTime().isBefore(end);
      if (start.isBefore(end)) {
        return started && goesOn && days.contains(time.getDayOfWeek());
      }
      return (started && days.contains(time.getDayOfWeek()))
          || (goesOn && days.contains(time.getDayOfWeek().minus(1)));
    }
  }

  /** Whether an incident is muted at a time, milliseconds since the epoch. */
  boolean covers(String cause, List<Frame> endpoints, long millis) {
    return fromMillis <= millis
        && millis < untilMillis
        && hours.cover(millis)
        && EndpointPattern.matches(service, cause)
        && endpoints.stream().allMatch(each -> EndpointPattern.matches(endpoint, each.toString()));
  }
}
