package io.tracemill.connectors.profilers;

import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.SampledThread;
import io.tracemill.analysis.stack.StackSample;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text that {@code perf script} prints: a line of a sample, its frames, an empty line.
 *
 * <pre>
 * gzip  4242/4242  [001]  1700000000.123456789:  5025125
 *         55d0c1 deflate+0x1f (/usr/bin/gzip)
 * </pre>
 *
 * A process is named by its main thread; perf prints that name's changes with {@code
 * --show-task-events}.
 */
public final class PerfScript {
  private static final Pattern HEAD =
      Pattern.compile(
          "\\s*(.+?)\\s+(?:(-?\\d+)/)?(-?\\d+)\\s+\\[(\\d+)]\\s+(\\d+)\\.(\\d+):\\s*(.*)");
  private static final Pattern FRAME =
      Pattern.compile("\\s+[0-9a-f]+\\s+(.*) \\(([^()]*)(?: \\(deleted\\))?\\)");
  private static final Pattern RENAMED =
      Pattern.compile("PERF_RECORD_COMM(?: exec)?: (.*):(\\d+)/(\\d+)");
  private static final Pattern OFFSET = Pattern.compile("\\+0x[0-9a-f]+$");
  private static final String NO_SYMBOL = "[unknown]";
  private static final int NANO_DIGITS = 9;

  /** Times below are seconds since the machine started, not since 1970. */
  private static final long FIRST_REAL_SECOND = 1_000_000_000L;

  private final String host;
  private final long periodNanos;
  private final List<Sample> samples = new ArrayList<>();
  private final Map<String, String> processes = new HashMap<>(Map.of("0", "swapper"));
  private final Map<List<String>, List<String>> stacks = new HashMap<>();

  private record Sample(
      String thread, String pid, String tid, int cpu, long nanos, List<String> frames) {}

  private PerfScript(String host, long periodNanos) {
    this.host = host;
    this.periodNanos = periodNanos;
  }

  /**
   * The samples of a text, in its order.
   *
   * @param hz samples a second and CPU: what {@code perf record -F} was given
   * @throws ProfilerFileException if the text has no sample, or times that cannot be stitched
   */
  public static List<StackSample> read(BufferedReader text, String host, int hz)
      throws IOException {
    PerfScript script = new PerfScript(host, Duration.ofSeconds(1).toNanos() / hz);
    script.read(text);
    if (script.samples.isEmpty()) {
      throw new ProfilerFileException(
          "no samples; print them with `perf script --ns --show-task-events"
              + " -F comm,pid,tid,cpu,time,period,ip,sym,dso`");
    }
    return script.samples.stream().map(script::named).toList();
  }

  private void read(BufferedReader text) throws IOException {
    Optional<Sample> open = Optional.empty();
    for (String line = text.readLine(); line != null; line = text.readLine()) {
      Matcher head = HEAD.matcher(line);
      Matcher frame = FRAME.matcher(line);
      if (head.matches()) {
        close(open);
        open = open(head);
      } else if (frame.matches()) {
        open.ifPresent(sample -> sample.frames().add(function(frame.group(1), frame.group(2))));
      } else if (line.isBlank()) {
        close(open);
        open = Optional.empty();
      }
    }
    close(open);
  }

  private Optional<Sample> open(Matcher head) throws ProfilerFileException {
    String rest = head.group(7);
    if (rest.startsWith("PERF_RECORD_")) {
      rename(rest);
      return Optional.empty();
    }
    String tid = head.group(3);
    String pid = Optional.ofNullable(head.group(2)).orElse(tid);
    if (pid.equals(tid)) {
      processes.putIfAbsent(pid, head.group(1));
    }
    return Optional.of(
        new Sample(
            head.group(1),
            pid,
            tid,
            Integer.parseInt(head.group(4)),
            nanos(head.group(5), head.group(6)),
            new ArrayList<>()));
  }

  private static long nanos(String seconds, String fraction) throws ProfilerFileException {
    if (Long.parseLong(seconds) < FIRST_REAL_SECOND) {
      throw new ProfilerFileException(
          "its times count from boot, so they cannot be matched to spans;"
              + " record with `perf record -k CLOCK_REALTIME`");
    }
    String digits = (fraction + "0".repeat(NANO_DIGITS)).substring(0, NANO_DIGITS);
    return Long.parseLong(seconds) * Duration.ofSeconds(1).toNanos() + Long.parseLong(digits);
  }

  private void rename(String event) {
    Matcher renamed = RENAMED.matcher(event);
    if (renamed.find() && renamed.group(2).equals(renamed.group(3))) {
      processes.put(renamed.group(2), renamed.group(1));
    }
  }

  /** The function; of code without symbols, its file. */
  private static String function(String symbol, String file) {
    if (!symbol.equals(NO_SYMBOL)) {
      return OFFSET.matcher(symbol).replaceFirst("");
    }
    String name = file.substring(file.lastIndexOf('/') + 1);
    return name.startsWith("[") ? name : "[" + name + "]";
  }

  private void close(Optional<Sample> open) {
    open.ifPresent(
        sample -> {
          Collections.reverse(sample.frames());
          List<String> stack = List.copyOf(sample.frames());
          List<String> shared = stacks.computeIfAbsent(stack, same -> same);
          samples.add(
              new Sample(
                  sample.thread(),
                  sample.pid(),
                  sample.tid(),
                  sample.cpu(),
                  sample.nanos(),
                  shared));
        });
  }

  private StackSample named(Sample sample) {
    String process = processes.getOrDefault(sample.pid(), sample.thread());
    SampledThread thread =
        new SampledThread(host, sample.pid(), "", process, sample.thread(), sample.tid());
    return new StackSample(
        thread,
        sample.cpu(),
        SampleKind.CPU,
        sample.nanos(),
        periodNanos,
        periodNanos,
        sample.frames());
  }
}
