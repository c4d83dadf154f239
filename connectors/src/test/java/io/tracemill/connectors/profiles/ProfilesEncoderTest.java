package io.tracemill.connectors.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.SampledThread;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.otlp.OtlpJsonWriter;
import io.tracemill.connectors.profiles.ProfilesDecoder.Decoded;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ProfilesEncoderTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final SampledThread GZIP =
      new SampledThread("node-7", "42", "", "gzip", "gzip", "42");
  private static final SampledThread CART =
      new SampledThread("node-8", "7", "c0ffee", "java", "http-1", "31");

  private static StackSample cpu(SampledThread thread, long nanos, String... frames) {
    return new StackSample(
        thread, 1, SampleKind.CPU, START + nanos, 5_000_000, 5_000_000, List.of(frames));
  }

  private static StackSample wait(SampledThread thread, long nanos, long value) {
    return new StackSample(
        thread,
        StackSample.NO_CPU,
        SampleKind.WAIT,
        START + nanos,
        value,
        10_000_000,
        List.of("run", "lock"));
  }

  private static List<StackSample> again(
      List<StackSample> samples, Function<ExportProfilesServiceRequest, byte[]> writer)
      throws MalformedRecordException {
    List<StackSample> read = new ArrayList<>();
    for (ExportProfilesServiceRequest request : ProfilesEncoder.encode(samples)) {
      Decoded decoded = ProfilesDecoder.decode(writer.apply(request), OptionalLong.of(START));
      assertThat(decoded.unstitchable()).isZero();
      read.addAll(decoded.samples());
    }
    return read;
  }

  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    List<StackSample> samples =
        List.of(
            cpu(GZIP, 0, "main", "deflate"),
            cpu(GZIP, 5, "main"),
            cpu(GZIP, 7, "main", "deflate"),
            cpu(CART, 3),
            wait(CART, 4, 25_000_000),
            wait(CART, 20_000_000_000L, 1));

    assertThat(again(samples, ExportProfilesServiceRequest::toByteArray))
        .containsExactlyInAnyOrderElementsOf(samples);
    assertThat(again(samples, OtlpJsonWriter::write)).containsExactlyInAnyOrderElementsOf(samples);
  }

  @Test
  void aRequestHasTenSecondsAtMost() throws Exception {
    List<StackSample> samples = new ArrayList<>();
    for (int second = 29; second >= 0; second--) {
      samples.add(cpu(GZIP, second * 1_000_000_000L, "main"));
    }

    assertThat(ProfilesEncoder.encode(samples)).hasSize(3);
  }
}
