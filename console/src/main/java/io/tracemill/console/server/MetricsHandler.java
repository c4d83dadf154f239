package io.tracemill.console.server;

import static java.util.Objects.requireNonNull;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.tracemill.console.metrics.PictureMetrics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Serves the metrics to Prometheus, in the format that its {@code Accept} header asks for. */
public final class MetricsHandler extends PathHandler {
  static final String PATH = "/metrics";

  private final ExpositionFormats formats = ExpositionFormats.init();
  private final PictureMetrics metrics;

  /** Serves these metrics. */
  public MetricsHandler(PictureMetrics metrics) {
    super(PATH);
    this.metrics = requireNonNull(metrics, "metrics");
  }

  @Override
  void answer(Request request, Response response, Callback callback) throws IOException {
    ExpositionFormatWriter writer = formats.findWriter(request.getHeaders().get(HttpHeader.ACCEPT));
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    writer.write(body, metrics.snapshots());
    Answers.write(response, callback, 200, writer.getContentType(), body.toByteArray());
  }
}
