package io.tracemill.connectors.profilers;

import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.SampledThread;
import io.tracemill.analysis.stack.StackSample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording of Java Flight Recorder: samples of running threads, and waits for monitors. A
 * wait's time is its end; its innermost frame names the thread that held the monitor.
 */
public final class FlightRecording {
  private static final String EXECUTABLE = "java";
  private static final String RUNNING = "jdk.ExecutionSample";
  private static final String WAITING = "jdk.JavaMonitorEnter";
  private static final String SETTING = "jdk.ActiveSetting";
  private static final String PROCESS = "jdk.JVMInformation";
  private static final Pattern PERIOD = Pattern.compile("(\\d+) (ns|us|ms|s)");

  /** The period of the JDK's own settings {@code default}. */
  private static final Duration USUAL_PERIOD = Duration.ofMillis(20);

  private final String host;
  private final Optional<String> service;
  private final List<StackSample> samples = new ArrayList<>();
  private final Map<Long, SampledThread> threads = new HashMap<>();
  private String pid = "";
  private long periodNanos = USUAL_PERIOD.toNanos();

  private FlightRecording(String host, Optional<String> service) {
    this.host = host;
    this.service = service;
  }

  /**
   * The samples of a recording, in its order.
   *
   * @param service its service; without it, the spans with its process id name it
   * @throws ProfilerFileException if the recording has no samples
   */
  public static List<StackSample> read(Path file, String host, Optional<String> service)
      throws IOException {
    FlightRecording recording = new FlightRecording(host, service);
    recording.readSettings(file);
    recording.readSamples(file);
    if (recording.samples.isEmpty()) {
      throw new ProfilerFileException(
          "no samples; record with `-XX:StartFlightRecording=settings=profile`");
    }
    return recording.samples;
  }

  /** Settings can come after the samples. */
  private void readSettings(Path file) throws IOException {
    try (RecordingFile events = new RecordingFile(file)) {
      long running =
          events.readEventTypes().stream()
              .filter(type -> type.getName().equals(RUNNING))
              .mapToLong(type -> type.getId())
              .findFirst()
              .orElse(0);
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        String type = event.getEventType().getName();
        if (type.equals(PROCESS)) {
          pid = Long.toString(event.getLong("pid"));
        } else if (type.equals(SETTING)
            && event.getLong("id") == running
            && event.getString("name").equals("period")) {
          period(event.getString("value")).ifPresent(period -> periodNanos = period.toNanos());
        }
      }
    }
  }

  private static Optional<Duration> period(String text) {
    Matcher period = PERIOD.matcher(text);
    if (!period.matches()) {
      return Optional.empty();
    }
    ChronoUnit unit =
        switch (period.group(2)) {
          case "ns" -> ChronoUnit.NANOS;
          case "us" -> ChronoUnit.MICROS;
          case "ms" -> ChronoUnit.MILLIS;
          default -> ChronoUnit.SECONDS;
        };
    return Optional.of(Duration.of(Long.parseLong(period.group(1)), unit));
  }

  private void readSamples(Path file) throws IOException {
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        switch (event.getEventType().getName()) {
          case RUNNING ->
              add(event, event.getThread("sampledThread"), SampleKind.CPU, periodNanos, List.of());
          case WAITING ->
              add(
                  event,
                  event.getThread(),
                  SampleKind.WAIT,
                  event.getDuration().toNanos(),
                  List.of("waits for a monitor held by " + name(event.getThread("previousOwner"))));
          default -> {}
        }
      }
    }
  }

  private void add(
      RecordedEvent event,
      @Nullable RecordedThread thread,
      SampleKind kind,
      long nanos,
      List<String> innermost) {
    RecordedStackTrace stack = event.getStackTrace();
    if (thread != null && stack != null) {
      Instant end = event.getEndTime();
      samples.add(
          new StackSample(
              threads.computeIfAbsent(thread.getJavaThreadId(), id -> sampled(id, thread)),
              StackSample.NO_CPU,
              kind,
              Duration.ofSeconds(end.getEpochSecond(), end.getNano()).toNanos(),
              nanos,
              periodNanos,
              frames(stack, innermost)));
    }
  }

  private SampledThread sampled(long id, RecordedThread thread) {
    return new SampledThread(
        host,
        service.isPresent() ? "" : pid,
        "",
        service.orElse(EXECUTABLE),
        name(thread),
        Long.toString(id));
  }

  private static String name(@Nullable RecordedThread thread) {
    return thread == null || thread.getJavaName() == null ? "?" : thread.getJavaName();
  }

  private static List<String> frames(RecordedStackTrace stack, List<String> innermost) {
    List<String> frames = new ArrayList<>(innermost);
    for (RecordedFrame frame : stack.getFrames()) {
      frames.add(frame.getMethod().getType().getName() + "." + frame.getMethod().getName());
    }
    Collections.reverse(frames);
    return frames;
  }
}
