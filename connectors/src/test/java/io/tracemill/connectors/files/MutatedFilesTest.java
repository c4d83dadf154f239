package io.tracemill.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.formats.EncodedRequests;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.otlp.JsonRequests;
import io.tracemill.connectors.otlp.Requests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Twenty damaged files of each format: bytes cut, keys renamed, numbers as strings and back, order
 * changed. Each span is read, or rejected with a reason, or its record or file is refused.
 */
final class MutatedFilesTest {
  private static final int INPUTS = 20;
  private static final int SPANS = 6;
  private static final Pattern KEY = Pattern.compile("\"([A-Za-z_]{2,})\"\\s*:");
  private static final Pattern NUMBER = Pattern.compile(":\\s*(\"?)([0-9]{1,19})\\1(?=[,}])");

  private enum Input {
    OTLP_JSON,
    JAEGER_JSON,
    ZIPKIN_JSON,
    OTLP_PROTO;

    byte[] bytes(ExportTraceServiceRequest request) {
      return switch (this) {
        case OTLP_JSON -> JsonRequests.utf8(JsonRequests.otlp(request) + "\n");
        case JAEGER_JSON -> JsonRequests.utf8("{\"data\":[" + JsonRequests.jaeger(request) + "]}");
        case ZIPKIN_JSON -> EncodedRequests.encode(Encoding.ZIPKIN_JSON, request).get(0);
        case OTLP_PROTO -> request.toByteArray();
      };
    }
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void noSpanGoesUnsaid(Input input) throws Exception {
    for (int seed = 0; seed < INPUTS; seed++) {
      Random random = new Random(seed);
      byte[] damaged = damaged(input.bytes(request()), input, random);
      Path file = Files.write(folder.resolve(input + "-" + seed), damaged);
      Outcome outcome = read(file);
      assertThat(outcome.spans + outcome.rejected >= SPANS || outcome.refused)
          .as("%s of seed %d: %s", input, seed, new String(damaged, StandardCharsets.ISO_8859_1))
          .isTrue();
    }
  }

  private static ExportTraceServiceRequest request() {
    return Requests.request(
        Requests.resource(
            Requests.attributes("service.name", "cart", "host.name", "h1"),
            Requests.span(1, 1, "a", 0, 9).setKindValue(2),
            Requests.span(1, 2, "b", 1, 5).setParentSpanId(Requests.spanId(1)),
            Requests.span(1, 3, "c", 2, 4).setParentSpanId(Requests.spanId(2))),
        Requests.resource(
            Requests.attributes("service.name", "db"),
            Requests.span(1, 4, "d", 2, 3).setParentSpanId(Requests.spanId(3)),
            Requests.span(1, 5, "e", 6, 7).setParentSpanId(Requests.spanId(1)),
            Requests.span(1, 6, "f", 7, 8).setParentSpanId(Requests.spanId(1))));
  }

  private static byte[] damaged(byte[] bytes, Input input, Random random) {
    if (input == Input.OTLP_PROTO || random.nextInt(4) == 0) {
      return Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length - 1));
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return JsonRequests.utf8(
        switch (random.nextInt(3)) {
          case 0 -> renamed(text, random);
          case 1 -> requoted(text, random);
          default -> renamed(requoted(text, random), random);
        });
  }

  /** One key, everywhere or once. */
  private static String renamed(String text, Random random) {
    Matcher keys = KEY.matcher(text);
    int chosen = random.nextInt((int) KEY.matcher(text).results().count());
    for (int i = 0; keys.find(); i++) {
      if (i == chosen) {
        String key = '"' + keys.group(1) + '"';
        String other = '"' + keys.group(1) + "X\"";
        return random.nextBoolean()
            ? text.replace(key, other)
            : text.substring(0, keys.start())
                + text.substring(keys.start()).replaceFirst(key, other);
      }
    }
    return text;
  }

  private static String requoted(String text, Random random) {
    return NUMBER
        .matcher(text)
        .replaceAll(
            number ->
                random.nextBoolean()
                    ? number.group()
                    : number.group(1).isEmpty()
                        ? ":\"" + number.group(2) + '"'
                        : ":" + number.group(2));
  }

  private record Outcome(int spans, int rejected, boolean refused) {}

  private static Outcome read(Path file) throws IOException {
    int spans = 0;
    int rejected = 0;
    boolean refused = false;
    try (FileUnits units = FileUnits.open(file, Optional.empty(), Duration.ofHours(1))) {
      for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
        FileUnit each = unit.get();
        Decoding decoding = Decoding.of(each.format().decoder(Decoding.RULES), each.bytes());
        spans += decoding.spans().size();
        refused |= decoding.result() instanceof DecodeResult.Malformed;
        int count = Decoding.rejected(each.format().decoder(Decoding.RULES), each.bytes()).size();
        rejected += count;
        refused |= count > 0;
      }
    } catch (TraceFileException e) {
      refused = true;
    }
    return new Outcome(spans, rejected, refused);
  }
}
