package io.tracemill.connectors.formats;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.jaeger.JaegerProtoDecoder;
import io.tracemill.connectors.otlp.OtlpRequests;
import io.tracemill.connectors.zipkin.ZipkinProtoDecoder;

/**
 * Reads records of one encoding as OTLP requests; records may be wrapped. OTLP in protobuf is read
 * whole, also from Tempo; all else as far as {@link OtlpRequests} carries it. For one thread.
 */
public final class RequestReader {
  private static final int TEMPO_TRACES = ProtoCursor.tag(2, ProtoCursor.LENGTH_DELIMITED);

  private final Encoding encoding;
  private final OtlpRequests converted;

  public RequestReader(Encoding encoding) {
    this.encoding = encoding;
    this.converted =
        switch (encoding) {
          case JAEGER_PROTO -> new OtlpRequests(JaegerProtoDecoder::new);
          case ZIPKIN_PROTO -> new OtlpRequests(ZipkinProtoDecoder::new);
          default -> new OtlpRequests();
        };
  }

  /**
   * The spans of a record; a request without spans if it has none.
   *
   * @throws MalformedRecordException if it cannot be read, or only in part
   */
  public ExportTraceServiceRequest read(byte[] record) throws MalformedRecordException {
    byte[] plain = WrappedRecords.unwrapped(record);
    try {
      return switch (encoding) {
        case OTLP_PROTO -> ExportTraceServiceRequest.parseFrom(plain);
        case TEMPO -> ofTempo(plain);
        default -> converted.read(plain);
      };
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedRecordException("protobuf's parser: " + e.getMessage());
    }
  }

  /** Each trace of a push is a request; in protobuf, requests that follow each other are one. */
  private static ExportTraceServiceRequest ofTempo(byte[] push)
      throws MalformedRecordException, InvalidProtocolBufferException {
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    ProtoCursor cursor = new ProtoCursor();
    Slice trace = new Slice();
    cursor.reset(push);
    while (cursor.next()) {
      if (cursor.tag() == TEMPO_TRACES) {
        cursor.slice(trace);
        request.mergeFrom(trace.array(), trace.offset(), trace.length());
      } else {
        cursor.skip();
      }
    }
    return request.build();
  }
}
