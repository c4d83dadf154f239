package io.tracemill.store.layout;

import java.util.Locale;

/** A table of the index. */
public enum StoreTable {
  /** One row an indexed request. */
  REQUESTS,
  /** The call tree of each category. */
  CATEGORIES,
  /** Mergeable sums of each endpoint and pane. */
  PANES;

  /** The name of its directory: {@code requests}. */
  public String directory() {
    return name().toLowerCase(Locale.ROOT);
  }
}
