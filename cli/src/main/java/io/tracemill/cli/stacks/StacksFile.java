package io.tracemill.cli.stacks;

import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.tracemill.cli.replay.Target;
import io.tracemill.connectors.otlp.OtlpJsonWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** A file of profiles as OTLP JSON, one request per line; compressed if its name ends in .gz. */
final class StacksFile implements Target<ExportProfilesServiceRequest> {
  private final OutputStream out;

  StacksFile(Path file) throws IOException {
    OutputStream onDisk = Files.newOutputStream(file);
    out =
        file.toString().endsWith(".gz")
            ? new GZIPOutputStream(onDisk)
            : new BufferedOutputStream(onDisk);
  }

  @Override
  public int write(ExportProfilesServiceRequest request, long eventTimeMillis) throws IOException {
    out.write(OtlpJsonWriter.write(request));
    out.write('\n');
    return 1;
  }

  @Override
  public void finish() throws IOException {
    out.close();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
