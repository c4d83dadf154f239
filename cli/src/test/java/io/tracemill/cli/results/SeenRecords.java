package io.tracemill.cli.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.output.ResultStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * What readers of committed records see of a job: of each stream and key, the records in their
 * order, each with value, timestamp and headers.
 */
public final class SeenRecords {
  private static final int SHOWN = 3;
  private static final int SHOWN_LENGTH = 2000;

  private final Map<ResultStream, Map<String, List<String>>> streams;

  private SeenRecords(Map<ResultStream, Map<String, List<String>>> streams) {
    this.streams = streams;
  }

  /** Reads the output topics of that prefix to their ends. */
  public static SeenRecords of(String bootstrapServers, String prefix) {
    Map<ResultStream, Map<String, List<String>>> streams = new EnumMap<>(ResultStream.class);
    for (ResultStream stream : ResultStream.values()) {
      Map<String, List<String>> values = new TreeMap<>();
      for (ConsumerRecord<byte[], byte[]> record :
          Results.recordsIn(bootstrapServers, stream.topic(prefix))) {
        values
            .computeIfAbsent(new String(record.key(), UTF_8), key -> new ArrayList<>())
            .add(text(record));
      }
      streams.put(stream, values);
    }
    return new SeenRecords(streams);
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    StringBuilder text = new StringBuilder(new String(record.value(), UTF_8));
    text.append(" at ").append(record.timestamp());
    for (Header header : record.headers()) {
      text.append(' ').append(header.key()).append('=').append(new String(header.value(), UTF_8));
    }
    return text.toString();
  }

  /** The same with the newest record of each key only, as those must read who see some twice. */
  public SeenRecords newest() {
    return each(all -> all.subList(all.size() - 1, all.size()));
  }

  /**
   * The same without the order of records with one key, which those of several writers have not.
   */
  public SeenRecords inAnyOrder() {
    return each(all -> all.stream().sorted().toList());
  }

  private SeenRecords each(UnaryOperator<List<String>> change) {
    Map<ResultStream, Map<String, List<String>>> changed = new EnumMap<>(ResultStream.class);
    streams.forEach(
        (stream, values) -> {
          Map<String, List<String>> ofStream = new TreeMap<>();
          values.forEach((key, all) -> ofStream.put(key, change.apply(all)));
          changed.put(stream, ofStream);
        });
    return new SeenRecords(changed);
  }

  /** The same of these streams only. */
  public SeenRecords only(Set<ResultStream> wanted) {
    Map<ResultStream, Map<String, List<String>>> some = new EnumMap<>(streams);
    some.keySet().retainAll(wanted);
    return new SeenRecords(some);
  }

  /** How many records there are of a stream. */
  public long count(ResultStream stream) {
    return of(stream).values().stream().mapToLong(List::size).sum();
  }

  private Map<String, List<String>> of(ResultStream stream) {
    return streams.getOrDefault(stream, Map.of());
  }

  /** Streams of which there is nothing, though there should be. */
  public List<ResultStream> emptyStreams() {
    return streams.keySet().stream().filter(stream -> of(stream).isEmpty()).toList();
  }

  /** The first few of the keys whose records differ, with the records; none if all are equal. */
  public List<String> differencesFrom(SeenRecords expected) {
    List<String> differences = new ArrayList<>();
    for (ResultStream stream : ResultStream.values()) {
      TreeSet<String> keys = new TreeSet<>(of(stream).keySet());
      keys.addAll(expected.of(stream).keySet());
      keys.stream()
          .filter(key -> !Objects.equals(of(stream).get(key), expected.of(stream).get(key)))
          .limit(SHOWN)
          .map(key -> difference(stream, key, expected))
          .forEach(differences::add);
    }
    return differences;
  }

  private String difference(ResultStream stream, String key, SeenRecords expected) {
    return "%s of %s:%n%s%ninstead of%n%s"
        .formatted(
            stream.label(),
            shown(key),
            shown(String.valueOf(of(stream).get(key))),
            shown(String.valueOf(expected.of(stream).get(key))));
  }

  /** Senders choose what is in records: control characters and megabytes too. */
  private static String shown(String text) {
    return text.substring(0, Math.min(text.length(), SHOWN_LENGTH)).replaceAll("[^ -~]", "?");
  }
}
