package io.tracemill.analysis.stack;

import static java.util.Objects.requireNonNull;

/**
 * The thread that a sample was taken of. Empty texts stand for what the profiler does not say.
 *
 * @param host the node: spans of the same node have the same text
 * @param pid the process id on the host
 * @param container the id of its container
 * @param executable the name of its executable
 * @param name the thread's name
 * @param id the thread's id; Java's if the profiler runs in the JVM
 */
public record SampledThread(
    String host, String pid, String container, String executable, String name, String id) {
  public SampledThread {
    requireNonNull(host, "host");
    requireNonNull(pid, "pid");
    requireNonNull(container, "container");
    requireNonNull(executable, "executable");
    requireNonNull(name, "name");
    requireNonNull(id, "id");
  }
}
