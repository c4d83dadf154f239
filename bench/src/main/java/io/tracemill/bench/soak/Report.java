package io.tracemill.bench.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What the samples of a run say together.
 *
 * @param heapBytes the size of the job's heap, all of which is resident
 */
record Report(List<Sample> samples, long heapBytes) {
  Report {
    samples = List.copyOf(samples);
  }

  /** Says how fast the job was and how each kind of memory went on; whether all memory is flat. */
  boolean print(double tolerance, PrintStream out) {
    Sample warm = samples.get(samples.size() / 3);
    Sample late = samples.get(2 * samples.size() / 3);
    Sample last = samples.get(samples.size() - 1);
    out.printf(
        "read %,.0f spans/s of %,.0f sent after the first third, %,.0f in the last third; lag at"
            + " most %,d records; %,d new names; %,d windows watched%n",
        last.speedSince(warm),
        last.sendingSpeedSince(warm),
        last.speedSince(late),
        samples.stream().mapToLong(Sample::lag).max().orElse(0),
        last.sent().names(),
        last.windowsWatched());
    out.printf(
        "heap after collection %+,.0f MB an hour over the last two thirds%n",
        Slope.perHour(samples.subList(samples.size() / 3, samples.size()), Sample::heapBytes)
            / (1 << 20));
    boolean heap = flat("heap", Sample::heapBytes, tolerance, out);
    boolean beside =
        flat("RSS beside it", sample -> sample.residentBytes() - heapBytes, tolerance, out);
    boolean state = flat("state", Sample::stateBytes, tolerance, out);
    return heap && beside && state;
  }

  private boolean flat(
      String name, ToLongFunction<Sample> bytes, double tolerance, PrintStream out) {
    Curve curve = Sample.curve(samples, bytes);
    boolean flat = curve.flat(tolerance);
    out.printf(
        "%-13s %s: median %,d MB in the last third, %,d MB in the middle third%n",
        name, flat ? "flat" : "NOT FLAT", curve.last() >> 20, curve.middle() >> 20);
    return flat;
  }

  /** Writes the samples as CSV, and a picture of them. */
  void writeTo(Path directory) throws IOException {
    Files.createDirectories(directory);
    List<String> lines =
        Stream.concat(Stream.of(Sample.CSV_HEADER), samples.stream().map(Sample::csv)).toList();
    Files.write(directory.resolve("soak.csv"), lines);
    Files.writeString(directory.resolve("soak.svg"), Plot.of(samples));
  }
}
