package io.tracemill.bench;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.bench.workload.JaegerFiles;
import io.tracemill.bench.workload.Traces;
import io.tracemill.bench.workload.Workload;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.files.FileFormat;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.files.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.util.FileUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Reads a Jaeger JSON file into traces, and turns these into fragments. An operation is a span. */
public class JaegerFileBenchmark extends OneThread {
  private final FragmentBuilder builder = new FragmentBuilder(Traces.RULES);
  private final RecordDecoder decoder = FileFormat.JAEGER_JSON.decoder(Traces.RULES);
  private final List<byte[]> traces = new ArrayList<>();
  private Path directory = Path.of("");
  private Path file = Path.of("");

  @Setup
  public void prepare() throws IOException, TraceFileException {
    directory = Files.createTempDirectory("tracemill-bench-");
    JaegerFiles written = JaegerFiles.write(directory, 1, SPANS);
    file = written.paths().get(0);
    try (FileUnits units = open()) {
      for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
        traces.add(unit.get().bytes());
      }
    }
    checkSpans(written.spans());
  }

  @TearDown
  public void remove() throws IOException {
    FileUtils.deleteDirectory(directory.toFile());
  }

  private FileUnits open() throws TraceFileException {
    return TraceFiles.open(file, Optional.of(FileFormat.JAEGER_JSON), Duration.ofHours(1));
  }

  @Benchmark
  @OperationsPerInvocation(SPANS)
  public void cut(Blackhole out) throws TraceFileException {
    try (FileUnits units = open()) {
      for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
        out.consume(unit.get());
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(SPANS)
  public void decode(Blackhole out) {
    FragmentBuilder.Consumer consumer = (Fragment fragment) -> out.consume(fragment);
    for (byte[] trace : traces) {
      Traces.decode(decoder, trace, builder, Workload.FIRST_MILLIS, consumer);
    }
  }
}
