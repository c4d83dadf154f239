package io.tracemill.analysis.cohort;

import java.io.Serializable;

/**
 * What some requests have in common: an attribute of at least one of their spans.
 *
 * @param key of the attribute; with service and dot before it, only spans of that service count
 * @param value as text
 */
public record AttributeValue(String key, String value) implements Serializable {
  /** {@code service.version=v2}. */
  public String text() {
    return key + "=" + value;
  }
}
