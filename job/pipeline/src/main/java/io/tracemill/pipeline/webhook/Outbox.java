package io.tracemill.pipeline.webhook;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.pipeline.webhook.Message.Event;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The messages that wait, in order, and what the receiver knows once it has them. A message that
 * was not tried yet gives way to the next one of its incident.
 */
final class Outbox {
  /** The most incidents that the receiver knows to be open. */
  static final int MAX_OPEN = 1_000;

  private static final int MAX_CAUSES = 20;

  private final Map<String, Told> open = new LinkedHashMap<>();
  private final Deque<Message> pending = new ArrayDeque<>();

  /** The result of a notice. */
  enum Result {
    QUEUED,
    /** The receiver knows it, or need not know it. */
    NOTHING_NEW,
    /** It would open an incident, but is old. */
    TOO_OLD,
    /** It would open an incident, but too many are open. */
    NO_ROOM
  }

  /**
   * What the receiver knows of an open incident.
   *
   * @param causes the services that it was told of
   * @param newest the newest notice of the incident, whether it was told or not
   */
  record Told(Severity severity, List<String> causes, Notice newest) {
    Told {
      causes = List.copyOf(causes);
    }

    private static Told of(Notice notice) {
      return new Told(notice.severity(), List.of(notice.service()), notice);
    }

    private boolean knows(Notice notice) {
      return severity.compareTo(notice.severity()) <= 0
          && (causes.contains(notice.service()) || causes.size() >= MAX_CAUSES);
    }

    private Told and(Notice notice) {
      return new Told(
          notice.severity(),
          Stream.concat(causes.stream(), Stream.of(notice.service())).distinct().toList(),
          notice);
    }

    private Told seen(Notice notice) {
      return new Told(severity, causes, notice);
    }
  }

  /** Restores what another one has. */
  void restore(Iterable<Told> told, Iterable<Message> messages) {
    told.forEach(each -> open.put(each.newest().incident(), each));
    messages.forEach(pending::add);
  }

  /** The open incidents. */
  List<Told> open() {
    return List.copyOf(open.values());
  }

  /** The messages that wait, the next one first. */
  List<Message> pending() {
    return List.copyOf(pending);
  }

  /** How many messages wait. */
  int size() {
    return pending.size();
  }

  /** The message to send next. */
  Optional<Message> next() {
    return Optional.ofNullable(pending.peek());
  }

  /** Removes the message that is next. */
  void removeNext() {
    pending.remove();
  }

  /**
   * Queues a message if the notice is worth one.
   *
   * @param recent whether it may open an incident
   */
  Result take(Notice notice, boolean recent) {
    Told told = open.get(notice.incident());
    if (told == null && notice.isOver()) {
      return Result.NOTHING_NEW;
    } else if (told == null && !recent) {
      return Result.TOO_OLD;
    } else if (told == null && isFull()) {
      return Result.NO_ROOM;
    } else if (told == null) {
      open.put(notice.incident(), Told.of(notice));
      return queue(Event.OPENED, notice);
    } else if (notice.isOver()) {
      open.remove(notice.incident());
      return queue(notice.firing() ? Event.MUTED : Event.ENDED, notice);
    } else if (!told.knows(notice)) {
      open.put(notice.incident(), told.and(notice));
      return queue(Event.CHANGED, notice);
    }
    open.put(notice.incident(), told.seen(notice));
    return Result.NOTHING_NEW;
  }

  /** Ends the incidents whose newest pane ended before a time: nobody will tell of their end. */
  void endThoseBefore(long millis) {
    List<Notice> silent =
        open.values().stream()
            .map(Told::newest)
            .filter(notice -> notice.endMillis() < millis)
            .toList();
    for (Notice notice : silent) {
      open.remove(notice.incident());
      queue(Event.ENDED, notice);
    }
  }

  private boolean isFull() {
    return open.size() >= MAX_OPEN || pending.size() >= MAX_OPEN;
  }

  private Result queue(Event event, Notice notice) {
    Optional<Message> tried = Optional.ofNullable(pending.poll());
    boolean opens =
        pending.stream().anyMatch(each -> each.isAbout(notice) && each.event() == Event.OPENED);
    pending.removeIf(each -> each.isAbout(notice));
    tried.ifPresent(pending::addFirst);
    pending.add(new Message(opens && event == Event.CHANGED ? Event.OPENED : event, notice));
    return Result.QUEUED;
  }
}
