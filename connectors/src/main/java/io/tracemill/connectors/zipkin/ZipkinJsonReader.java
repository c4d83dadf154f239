package io.tracemill.connectors.zipkin;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.encoding.RequestReader;
import java.io.IOException;

/**
 * Reads an array of Zipkin's spans in JSON into OpenTelemetry's model, as {@link ZipkinJsonDecoder}
 * understands them: spans without times get those that their annotations tell, and a start of 0
 * where nothing does. The halves of a shared id keep it; their kinds tell them apart.
 */
public final class ZipkinJsonReader implements RequestReader {
  private final JsonInput json = new JsonInput();

  @Override
  public ExportTraceServiceRequest read(byte[] unit) throws MalformedRecordException {
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    DecodeResult result = json.decode(unit, () -> readSpans(request));
    if (result instanceof DecodeResult.Malformed malformed) {
      throw new MalformedRecordException(malformed.reason());
    }
    return request.build();
  }

  /** Neighbours from one resource share it. */
  private void readSpans(ExportTraceServiceRequest.Builder request)
      throws IOException, MalformedRecordException {
    Resource last = Resource.getDefaultInstance();
    ScopeSpans.Builder spans = ScopeSpans.newBuilder();
    json.requireArray();
    while (json.nextElement()) {
      json.requireObject();
      ZipkinJsonSpan span = ZipkinJsonSpan.read(json);
      Resource resource = span.resource();
      if (request.getResourceSpansCount() == 0 || !resource.equals(last)) {
        spans = request.addResourceSpansBuilder().setResource(resource).addScopeSpansBuilder();
        last = resource;
      }
      spans.addSpans(span.span());
    }
  }
}
