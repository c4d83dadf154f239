package io.tracemill.cli.watch;

import io.tracemill.cli.options.Choice;
import io.tracemill.connectors.output.ResultStream;
import picocli.CommandLine.ITypeConverter;

/** Parses streams on the command line, by the name in their topic. */
final class StreamConverter implements ITypeConverter<ResultStream> {
  @Override
  public ResultStream convert(String label) {
    return Choice.of("stream", ResultStream.values(), ResultStream::label, String::equals, label);
  }
}
