package io.tracemill.connectors.zipkin;

import io.tracemill.analysis.span.Slice;
import java.util.Arrays;
import java.util.Optional;
import zipkin2.Endpoint;

/**
 * Texts of IP addresses, as Zipkin's own library writes them in JSON where its protobuf has bytes.
 * The last one is kept, because the spans of a record mostly have the same.
 */
final class IpText {
  private byte[] last = {};
  private Slice text = new Slice();

  /** The text of an address of 4 or 16 bytes; the slice stays as it is for good. */
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
