package io.tracemill.analysis.stack;

import static java.util.Objects.requireNonNull;

/**
 * A process and a group of its threads. Names of threads that differ in digits only are one group:
 * {@code worker-17} is in {@code worker-NN}.
 *
 * @param thread at most 15 characters, as the kernel has it, with {@code N} for each digit
 */
public record ThreadName(String process, String thread) {
  /** What exceeds a bound. */
  public static final ThreadName OTHER = new ThreadName("(other)", "(other)");

  private static final int KERNEL_LENGTH = 15;

  public ThreadName {
    requireNonNull(process, "process");
    requireNonNull(thread, "thread");
  }

  /** The group of a thread with this name. */
  public static ThreadName of(String process, String thread) {
    StringBuilder group = new StringBuilder();
    for (int i = 0; i < Math.min(thread.length(), KERNEL_LENGTH); i++) {
      group.append(Character.isDigit(thread.charAt(i)) ? 'N' : thread.charAt(i));
    }
    return new ThreadName(process, group.toString());
  }

  /** {@code back/GC Thread#N}. */
  public String text() {
    return process + "/" + thread;
  }
}
