package io.tracemill.pipeline.source.kafka;

import static java.util.stream.Collectors.joining;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The topics of the job.
 *
 * @param topics names; one that starts with {@code ^} is a regular expression for whole names
 */
public record TopicSelection(List<String> topics) implements Serializable {
  public TopicSelection {
    topics = List.copyOf(topics);
    if (topics.isEmpty()) {
      throw new IllegalArgumentException("topics: none is named");
    }
    topics.stream().filter(TopicSelection::isPattern).forEach(Pattern::compile);
  }

  /** The same, but a name without a topic is no error: its topic may be created later. */
  public static TopicSelection ofThoseThatExist(List<String> topics) {
    return new TopicSelection(
        topics.stream()
            .map(topic -> isPattern(topic) ? topic : "^" + Pattern.quote(topic))
            .toList());
  }

  /** One expression for all of them, if at least one is an expression. */
  Optional<Pattern> pattern() {
    if (topics.stream().noneMatch(TopicSelection::isPattern)) {
      return Optional.empty();
    }
    return Optional.of(
        Pattern.compile(
            topics.stream()
                .map(topic -> isPattern(topic) ? "(?:" + topic + ")" : Pattern.quote(topic))
                .collect(joining("|"))));
  }

  /** Whether records of this topic are read. */
  public boolean includes(String topic) {
    return pattern()
        .map(pattern -> pattern.matcher(topic).matches())
        .orElseGet(() -> topics.contains(topic));
  }

  private static boolean isPattern(String topic) {
    return topic.startsWith("^");
  }
}
