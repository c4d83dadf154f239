package io.tracemill.connectors.zipkin;

import io.tracemill.analysis.span.Slice;
import java.util.Arrays;
import java.util.StringJoiner;

/**
 * Texts of IP addresses, as Zipkin's own library writes them in JSON where its protobuf has bytes.
 * The last one is kept, because the spans of a record mostly have the same.
 */
final class IpText {
  private static final int IPV6_BYTES = 16;
  private static final int IPV6_GROUPS = 8;

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
      text.set(last.length == IPV6_BYTES ? ipv6(last) : ipv4(last));
    }
    return text;
  }

  private static String ipv4(byte[] address) {
    StringJoiner text = new StringJoiner(".");
    for (byte part : address) {
      text.add(Integer.toString(part & 0xFF));
    }
    return text.toString();
  }

  /** The longest run of groups of zeros, of equal ones the first, becomes two colons. */
  private static String ipv6(byte[] address) {
    int[] groups = new int[IPV6_GROUPS];
    Arrays.setAll(groups, i -> (address[2 * i] & 0xFF) << 8 | (address[2 * i + 1] & 0xFF));
    int begin = 0;
    for (int i = 1; i < IPV6_GROUPS; i++) {
      if (zeros(groups, i) > zeros(groups, begin)) {
        begin = i;
      }
    }
    int zeros = zeros(groups, begin);
    return zeros == 0
        ? hex(groups, 0, IPV6_GROUPS)
        : hex(groups, 0, begin) + "::" + hex(groups, begin + zeros, IPV6_GROUPS);
  }

  private static int zeros(int[] groups, int from) {
    int at = from;
    while (at < IPV6_GROUPS && groups[at] == 0) {
      at++;
    }
    return at - from;
  }

  private static String hex(int[] groups, int from, int to) {
    StringJoiner text = new StringJoiner(":");
    for (int i = from; i < to; i++) {
      text.add(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }
}
