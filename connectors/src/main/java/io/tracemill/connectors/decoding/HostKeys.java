package io.tracemill.connectors.decoding;

import java.util.List;
import java.util.stream.Stream;

/**
 * The attributes and tags that identify a host, and so a clock; the most trusted comes first.
 * OTLP's keys come first in every format, so a resource has the same host in each.
 */
public final class HostKeys {
  public static final String HOST_NAME = "host.name";

  public static final List<String> OTLP = List.of(HOST_NAME, "k8s.pod.name", "service.instance.id");

  public static final List<String> JAEGER = otlpAnd("hostname", "ip");
  public static final List<String> ZIPKIN = otlpAnd("hostname");

  private HostKeys() {}

  private static List<String> otlpAnd(String... others) {
    return Stream.concat(OTLP.stream(), Stream.of(others)).toList();
  }
}
