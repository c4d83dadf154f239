package io.tracemill.analysis.explanation;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stack samples say about the hosts of an incident's culprit; of at most 200 hosts.
 *
 * @param culprit the subject that was explained
 * @param byHost a sentence, empty if nothing explains the host's slow spans; the first host first
 */
public record HostStacks(String culprit, Map<String, String> byHost) {
  /** No host was asked. */
  public static final HostStacks NONE = new HostStacks("", Map.of());

  private static final int MAX_HOSTS = 200;
  private static final int MAX_SENTENCES = 3;

  public HostStacks {
    requireNonNull(culprit, "culprit");
    byHost = Collections.unmodifiableMap(new LinkedHashMap<>(byHost));
  }

  /** The same with the newest answer of a host; answers about another culprit are forgotten. */
  public HostStacks plus(String about, String host, String sentence) {
    Map<String, String> all = new LinkedHashMap<>(about.equals(culprit) ? byHost : Map.of());
    if (all.size() < MAX_HOSTS || all.containsKey(host)) {
      all.put(host, sentence);
    }
    return new HostStacks(about, all);
  }

  /** The sentences of the first three hosts with a culprit. */
  public List<String> sentences() {
    return byHost.values().stream()
        .filter(sentence -> !sentence.isEmpty())
        .limit(MAX_SENTENCES)
        .toList();
  }

  /** The first sentence, and how many hosts have one; empty if none has. */
  String text() {
    long found = byHost.values().stream().filter(sentence -> !sentence.isEmpty()).count();
    String hosts = byHost.size() > 1 ? " (%d of %d hosts)".formatted(found, byHost.size()) : "";
    return sentences().stream()
        .findFirst()
        .map(first -> "Stack samples" + hosts + ": " + first)
        .orElse("");
  }
}
