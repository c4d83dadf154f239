package io.tracemill.connectors.zipkin;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes a file of Zipkin's spans in JSON, as Zipkin's API answers with several traces: an array
 * with an array, on a line of its own, for each unit. So the units are told apart when the file is
 * read again; in a file with one list a line they would be cut into their traces.
 */
public final class ZipkinJsonFile implements Closeable {
  private final OutputStream out;
  private boolean empty = true;

  /** Writes to {@code out} and closes it. */
  public ZipkinJsonFile(OutputStream out) {
    this.out = requireNonNull(out, "out");
  }

  /** Adds a unit, a list of spans as {@link ZipkinJsonEncoder} writes it. */
  public void write(byte[] list) throws IOException {
    out.write(empty ? '[' : ',');
    out.write('\n');
    out.write(list);
    empty = false;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      out.write(empty ? '[' : '\n');
      out.write(']');
      out.write('\n');
    }
  }
}
