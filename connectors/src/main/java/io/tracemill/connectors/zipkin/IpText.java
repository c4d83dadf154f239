package io.tracemill.connectors.zipkin;

import io.tracemill.analysis.span.Slice;
import java.util.Arrays;
import java.util.Optional;
import zipkin2.Endpoint;

/**
 * Texts of IP addresses, in the form that Zipkin's own library writes in JSON. Zipkin's protobuf
 * has bytes instead. It caches the last one, because most spans of a record share it.
 */
final class IpText {
  private byte[] last = {};
  private Slice text = new Slice();

  /** The text of an address of 4 or 16 bytes; the returned slice never changes. */
  Slice of(Slice address) {
    byte[] array = address.array();
    int from = address.offset();
    int to = from + address.length();
    if (!Arrays.equals(last, 0, last.length, array, from, to)) {
      last = Arrays.copyOfRange(array, from, to);
      text = new Slice();
      text.set(text(last));
    }
    return text;
  }

  private static String text(byte[] address) {
    Endpoint.Builder builder = Endpoint.newBuilder();
    builder.parseIp(address);
    Endpoint endpoint = builder.build();
    return Optional.ofNullable(endpoint.ipv4())
        .or(() -> Optional.ofNullable(endpoint.ipv6()))
        .orElse("");
  }
}
