package io.tracemill.cli.results;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Real traces, recorded by others while they injected faults into two systems. */
public enum Recording {
  ONLINE_BOUTIQUE("online-boutique-2022-08-22", 2_318, 99_919, 267, 12_440, "2022-08-22T05:27:06Z"),
  TRAIN_TICKET("train-ticket-2023-01-29", 4_483, 321_068, 187, 13_702, "2023-01-29T14:23:31Z");

  private final String dataset;
  private final int traces;
  private final int spans;
  private final int sliceTraces;
  private final int sliceSpans;
  private final Instant sliceFault;

  Recording(
      String dataset, int traces, int spans, int sliceTraces, int sliceSpans, String sliceFault) {
    this.dataset = dataset;
    this.traces = traces;
    this.spans = spans;
    this.sliceTraces = sliceTraces;
    this.sliceSpans = sliceSpans;
    this.sliceFault = Instant.parse(sliceFault);
  }

  /** Its name in the table of faults. */
  public String dataset() {
    return dataset;
  }

  /** The whole of it, if it lies beside the project. */
  public Optional<Path> whole() {
    return SharedFolder.find("data/" + dataset + ".otlp.jsonl.gz");
  }

  /** Four minutes of it, which are part of the project. */
  public Path slice() {
    String name = "/recordings/" + dataset + ".slice.otlp.jsonl.gz";
    try {
      return Path.of(Recording.class.getResource(name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(name, e);
    }
  }

  /** When the fault of the slice was injected. */
  public Instant sliceFault() {
    return sliceFault;
  }

  /** The most that there is of it. */
  public Path file() {
    return whole().orElseGet(this::slice);
  }

  /** Traces of {@link #file}. */
  public int traces() {
    return whole().isPresent() ? traces : sliceTraces;
  }

  /** Spans of {@link #file}. */
  public int spans() {
    return whole().isPresent() ? spans : sliceSpans;
  }
}
