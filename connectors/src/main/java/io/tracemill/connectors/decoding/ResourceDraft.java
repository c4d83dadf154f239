package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import java.util.List;

/**
 * The resource (Jaeger: process) that wrote spans: its service, its host and the configured
 * attributes. Its spans inherit the attributes. If a key comes twice, the last value counts.
 */
public final class ResourceDraft {
  private static final AttributeKeys OTLP_SERVICE_KEY = new AttributeKeys(List.of("service.name"));
  private static final AttributeKeys OTLP_HOST_KEYS = new AttributeKeys(HostKeys.OTLP);

  /** A process has its service name outside its tags. */
  private static final AttributeKeys JAEGER_SERVICE_KEY = new AttributeKeys(List.of());

  private static final AttributeKeys JAEGER_HOST_KEYS = new AttributeKeys(HostKeys.JAEGER);

  /** An endpoint has its service name outside the span's tags. */
  private static final AttributeKeys ZIPKIN_SERVICE_KEY = new AttributeKeys(List.of());

  private static final AttributeKeys ZIPKIN_HOST_KEYS = new AttributeKeys(HostKeys.ZIPKIN);
  private static final Slice UNKNOWN_SERVICE = new Slice();

  static {
    UNKNOWN_SERVICE.set("unknown_service");
  }

  private final AttributeKeys serviceKeys;
  private final AttributeKeys hostKeys;
  private final AttributeKeys keys;
  private final Slice service = new Slice();
  private final Slice address = new Slice();
  private final Slice[] hosts;
  private final Slice[] attributes;
  private final boolean[] present;

  /** An OpenTelemetry resource; {@code keys} are the configured attributes. */
  public static ResourceDraft otlp(AttributeKeys keys) {
    return new ResourceDraft(OTLP_SERVICE_KEY, OTLP_HOST_KEYS, keys);
  }

  /** A Jaeger process; {@code keys} are the configured attributes. */
  public static ResourceDraft jaeger(AttributeKeys keys) {
    return new ResourceDraft(JAEGER_SERVICE_KEY, JAEGER_HOST_KEYS, keys);
  }

  /** The local endpoint of a Zipkin span. The span's tags hold the attributes of the resource. */
  public static ResourceDraft zipkin(AttributeKeys keys) {
    return new ResourceDraft(ZIPKIN_SERVICE_KEY, ZIPKIN_HOST_KEYS, keys);
  }

  private ResourceDraft(AttributeKeys serviceKeys, AttributeKeys hostKeys, AttributeKeys keys) {
    this.serviceKeys = serviceKeys;
    this.hostKeys = hostKeys;
    this.keys = keys;
    hosts = slices(hostKeys.size());
    attributes = slices(keys.size());
    present = new boolean[keys.size()];
  }

  private static Slice[] slices(int count) {
    Slice[] slices = new Slice[count];
    for (int i = 0; i < count; i++) {
      slices[i] = new Slice();
    }
    return slices;
  }

  /** Resets it to an unknown resource. */
  public void clear() {
    service.clear();
    address.clear();
    for (Slice host : hosts) {
      host.clear();
    }
    for (int i = 0; i < attributes.length; i++) {
      attributes[i].clear();
      present[i] = false;
    }
  }

  /** The service's name, to be pointed at the decoder's bytes. */
  public Slice service() {
    return service;
  }

  /**
   * The address, which identifies the host if no host key does; to be pointed at the decoder's
   * bytes.
   */
  public Slice address() {
    return address;
  }

  /** Whether the value of {@code key} is kept. */
  public boolean keeps(Slice key) {
    return serviceKeys.indexOf(key) >= 0 || hostKeys.indexOf(key) >= 0 || keys.indexOf(key) >= 0;
  }

  /** Keeps {@code value}. Its bytes must not change until the last span is written. */
  public void attribute(Slice key, Slice value) {
    if (serviceKeys.indexOf(key) >= 0) {
      service.set(value);
    }
    int host = hostKeys.indexOf(key);
    if (host >= 0) {
      hosts[host].set(value);
    }
    int index = keys.indexOf(key);
    if (index >= 0) {
      attributes[index].set(value);
      present[index] = true;
    }
  }

  /** Tells {@code spans} that the next spans belong to this resource. */
  public void announceTo(FragmentBuilder spans) {
    spans.resource(service.isEmpty() ? UNKNOWN_SERVICE : service, host());
  }

  /** The value of the first host key that has one, else the address; empty if both are unknown. */
  public Slice host() {
    for (Slice host : hosts) {
      if (!host.isEmpty()) {
        return host;
      }
    }
    return address;
  }

  /** Gives {@code span} the configured attributes that it does not have itself. */
  public void lendAttributesTo(SpanDraft span) {
    for (int i = 0; i < attributes.length; i++) {
      if (present[i] && !span.hasAttribute(i)) {
        span.attribute(i).set(attributes[i]);
      }
    }
  }
}
