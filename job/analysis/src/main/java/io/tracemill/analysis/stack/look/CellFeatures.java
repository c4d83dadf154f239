package io.tracemill.analysis.stack.look;

import static java.util.Map.Entry.comparingByKey;

import io.tracemill.analysis.stack.Names;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.ThreadName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The processes, or groups of threads, that had CPU time; those with the most time first. */
final class CellFeatures {
  /** The most features; those with the least time beyond it count as one. */
  private static final int MAX_FEATURES = 1000;

  private static final Comparator<ThreadName> BY_NAME = Comparator.comparing(ThreadName::text);

  private final Names<ThreadName> names = new Names<>();
  private final List<Set<String>> hosts = new ArrayList<>();

  /** By number of a thread in the samples. */
  private final int[] ofThread;

  /**
   * @param featureOf the feature of a group of threads
   */
  CellFeatures(StackSamples samples, UnaryOperator<ThreadName> featureOf) {
    ofThread = new int[samples.threads()];
    long[] nanos = nanosOfThreads(samples);
    Map<ThreadName, Long> sums = new HashMap<>();
    for (int thread = 0; thread < nanos.length; thread++) {
      if (nanos[thread] > 0) {
        sums.merge(featureOf.apply(samples.threadName(thread)), nanos[thread], Long::sum);
      }
    }
    sums.entrySet().stream()
        .sorted(
            Map.Entry.<ThreadName, Long>comparingByValue()
                .reversed()
                .thenComparing(comparingByKey(BY_NAME)))
        .limit(MAX_FEATURES)
        .forEach(entry -> names.number(entry.getKey()));
    for (int thread = 0; thread < nanos.length; thread++) {
      if (nanos[thread] > 0) {
        ThreadName feature = featureOf.apply(samples.threadName(thread));
        ofThread[thread] = names.number(feature, MAX_FEATURES, ThreadName.OTHER);
        add(ofThread[thread], samples.threadHost(thread));
      }
    }
  }

  private static long[] nanosOfThreads(StackSamples samples) {
    long[] nanos = new long[samples.threads()];
    for (int sample = 0; sample < samples.size(); sample++) {
      if (samples.ofWholeHost(sample)) {
        nanos[samples.thread(sample)] += samples.nanos(sample);
      }
    }
    return nanos;
  }

  private void add(int feature, String host) {
    while (hosts.size() <= feature) {
      hosts.add(new TreeSet<>());
    }
    hosts.get(feature).add(host);
  }

  int size() {
    return names.size();
  }

  ThreadName name(int feature) {
    return names.get(feature);
  }

  /** The hosts where it was seen, in order of name. */
  List<String> hosts(int feature) {
    return List.copyOf(hosts.get(feature));
  }

  /** The feature of a sample of the whole host. */
  int of(StackSamples samples, int sample) {
    return ofThread[samples.thread(sample)];
  }
}
