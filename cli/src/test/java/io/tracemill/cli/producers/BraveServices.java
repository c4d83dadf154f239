package io.tracemill.cli.producers;

import brave.Span;
import brave.Tracing;
import brave.propagation.Propagation;
import brave.propagation.TraceContext;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import zipkin2.reporter.BytesMessageSender;
import zipkin2.reporter.Encoding;
import zipkin2.reporter.brave.AsyncZipkinSpanHandler;
import zipkin2.reporter.kafka.KafkaSender;

/**
 * Two services that Brave traces and whose spans Zipkin's reporter sends to a topic: {@code web}
 * serves a request and asks {@code users}, which joins the span of the call, as B3 has it. Times
 * are said, not measured.
 *
 * <pre>
 * web    SERVER  |--------------------------|   0 to 100 ms
 * web    CLIENT     |--------------------|      10 to 90 ms
 * users  SERVER       |---------------|         20 to 20 ms + delay; same id as the CLIENT's
 * </pre>
 */
final class BraveServices {
  static final int SPANS_PER_REQUEST = 3;
  private static final long BEGIN_MICROS =
      TimeUnit.SECONDS.toMicros(Instant.parse("2026-01-01T00:00:00Z").getEpochSecond());

  private BraveServices() {}

  /** Serves one request; done when the broker has its spans. */
  static void serve(String bootstrapServers, String topic, Encoding encoding, Duration delay)
      throws IOException {
    try (BytesMessageSender sender = sender(bootstrapServers, topic, encoding);
        AsyncZipkinSpanHandler reporter = reporter(sender);
        Tracing web = tracing("web", reporter);
        Tracing users = tracing("users", reporter)) {
      Span request = web.tracer().newTrace().kind(Span.Kind.SERVER).name("get /profile");
      request.start(atMillis(0));
      Span call = web.tracer().newChild(request.context()).kind(Span.Kind.CLIENT).name("get");
      call.start(atMillis(10));
      serveCall(users, headers(web, call), delay);
      call.finish(atMillis(90));
      request.finish(atMillis(100));
      reporter.flush();
    }
  }

  private static void serveCall(Tracing users, Map<String, String> headers, Duration delay) {
    TraceContext joined =
        users
            .propagation()
            .<Map<String, String>>extractor((map, key) -> map.get(key))
            .extract(headers)
            .context();
    Span served = users.tracer().joinSpan(joined).kind(Span.Kind.SERVER).name("get /users");
    served.start(atMillis(20));
    served.finish(atMillis(20 + delay.toMillis()));
  }

  /** What travels with the call. */
  private static Map<String, String> headers(Tracing tracing, Span call) {
    Map<String, String> headers = new HashMap<>();
    Propagation<String> propagation = tracing.propagation();
    propagation.injector(Map<String, String>::put).inject(call.context(), headers);
    return headers;
  }

  private static KafkaSender sender(String bootstrapServers, String topic, Encoding encoding) {
    return KafkaSender.newBuilder()
        .bootstrapServers(bootstrapServers)
        .topic(topic)
        .encoding(encoding)
        .overrides(Map.of("acks", "all"))
        .build();
  }

  /** One without a timer: when that is closed, it may lose what its thread has not sent yet. */
  private static AsyncZipkinSpanHandler reporter(BytesMessageSender sender) {
    return AsyncZipkinSpanHandler.newBuilder(sender).messageTimeout(0, TimeUnit.SECONDS).build();
  }

  private static Tracing tracing(String service, AsyncZipkinSpanHandler reporter) {
    return Tracing.newBuilder().localServiceName(service).addSpanHandler(reporter).build();
  }

  private static long atMillis(long millis) {
    return BEGIN_MICROS + TimeUnit.MILLISECONDS.toMicros(millis);
  }
}
