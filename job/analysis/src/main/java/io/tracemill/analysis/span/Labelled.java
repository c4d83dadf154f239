package io.tracemill.analysis.span;

import java.util.Locale;

/** An enum whose constants have names in records. */
public interface Labelled {
  /** The name of the constant, implemented by the enum. */
  String name();

  /** The name in records, in lower case with hyphens: {@code no-traffic}. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
