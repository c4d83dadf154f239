package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Slice;
import java.util.List;

/**
 * The attributes and tags that identify a host, and so a clock; the most trusted comes first. The
 * last two are Jaeger's; a resource has the same host in each format.
 */
public final class HostKeys {
  public static final String HOST_NAME = "host.name";

  public static final List<String> OTLP = List.of(HOST_NAME, "k8s.pod.name", "service.instance.id");

  static final List<String> ALL = List.of(HOST_NAME, OTLP.get(1), OTLP.get(2), "hostname", "ip");

  private static final AttributeKeys NAMES = new AttributeKeys(ALL.subList(0, ALL.size() - 1));

  private HostKeys() {}

  /** Whether {@code key} names a host also where it is a span's own tag, as Zipkin's are. */
  static boolean isName(Slice key) {
    return NAMES.indexOf(key) >= 0;
  }
}
