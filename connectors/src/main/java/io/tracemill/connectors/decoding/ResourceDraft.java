package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import java.util.List;

/**
 * The resource (Jaeger: process; Zipkin: local endpoint) that wrote spans: its service, its host
 * and the configured attributes. Its spans inherit the attributes. If a key comes twice, the last
 * value counts.
 */
public final class ResourceDraft {
  private static final String SERVICE_NAME = "service.name";
  private static final AttributeKeys SERVICE_KEY = new AttributeKeys(List.of(SERVICE_NAME));
  private static final AttributeKeys HOST_KEYS = new AttributeKeys(HostKeys.ALL);
  private static final Slice UNKNOWN_SERVICE = new Slice();

  static {
    UNKNOWN_SERVICE.set("unknown_service");
  }

  private final AttributeKeys keys;
  private final AttributeKeys kept;
  private final Slice service = new Slice();
  private final Slice serviceAttribute = new Slice();
  private final Slice address = new Slice();
  private final Slice[] hosts = new Slice[HOST_KEYS.size()];

  /** Holds the configured attributes only. */
  private final SpanDraft attributes;

  /** An unknown resource; {@code keys} are the configured attributes. */
  public ResourceDraft(AttributeKeys keys) {
    this.keys = keys;
    kept = keys.and(List.of(SERVICE_NAME)).and(HostKeys.ALL);
    attributes = new SpanDraft(keys.size());
    for (int i = 0; i < hosts.length; i++) {
      hosts[i] = new Slice();
    }
  }

  /** Resets it to an unknown resource. */
  public void clear() {
    service.clear();
    serviceAttribute.clear();
    address.clear();
    for (Slice host : hosts) {
      host.clear();
    }
    attributes.clear();
  }

  /** Takes the service's name, where the format has a field for it; it wins over the attribute. */
  public void service(Slice name) {
    service.set(name);
  }

  /** The service's name. */
  public Slice service() {
    if (!service.isEmpty()) {
      return service;
    }
    return serviceAttribute.isEmpty() ? UNKNOWN_SERVICE : serviceAttribute;
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
    return kept.contains(key);
  }

  /** Keeps {@code value}. Its bytes must not change until the last span is written. */
  public void attribute(Slice key, Slice value, ValueType type) {
    if (SERVICE_KEY.indexOf(key) >= 0) {
      serviceAttribute.set(value);
    }
    host(key, value);
    int index = keys.indexOf(key, type);
    if (index >= 0) {
      attributes.attribute(index).set(value);
    }
  }

  /** Keeps {@code value} if it identifies the host. */
  void host(Slice key, Slice value) {
    int host = HOST_KEYS.indexOf(key);
    if (host >= 0) {
      hosts[host].set(value);
    }
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

  /** The configured attributes, by their position; nothing else of the draft is set. */
  public SpanDraft attributes() {
    return attributes;
  }

  /** Gives {@code span} the configured attributes that it does not have itself. */
  public void lendAttributesTo(SpanDraft span) {
    for (int i = 0; i < attributes.attributeCount(); i++) {
      if (attributes.hasAttribute(i) && !span.hasAttribute(i)) {
        span.attribute(i).set(attributes.attributeValue(i));
      }
    }
  }
}
