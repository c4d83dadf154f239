package io.tracemill.cli.watch;

import io.tracemill.connectors.output.ResultStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Streams on the command line, by the name in their topic. */
final class StreamConverter implements ITypeConverter<ResultStream> {
  @Override
  public ResultStream convert(String label) {
    return Stream.of(ResultStream.values())
        .filter(stream -> stream.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' is no stream, which is one of %s"
                        .formatted(
                            label,
                            Stream.of(ResultStream.values())
                                .map(ResultStream::label)
                                .collect(Collectors.joining(", ")))));
  }
}
