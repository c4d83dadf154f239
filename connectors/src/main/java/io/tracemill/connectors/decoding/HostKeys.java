package io.tracemill.connectors.decoding;

import java.util.List;
import java.util.stream.Stream;

/**
 * The attributes and tags that tell hosts, and so clocks, apart; the most trusted stands first.
 * OTLP's stand first in every format, so that a resource has the same host in each.
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
