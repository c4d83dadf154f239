package io.tracemill.store.layout;

import java.util.Locale;

/** A table of the store. */
public enum StoreTable {
  /** One row a kept request, with all its spans. */
  REQUESTS,
  /** Mergeable sums of each endpoint and pane. */
  PANES,
  /** The records of incidents, mutations and changes. */
  INCIDENTS;

  /** The name of its directory: {@code requests}. */
  public String directory() {
    return name().toLowerCase(Locale.ROOT);
  }
}
