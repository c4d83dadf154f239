package io.tracemill.query.files;

import java.util.Locale;

/** A table of the index: a directory of each line. */
public enum IndexTable {
  REQUESTS,
  CATEGORIES,
  PANES;

  /** The name of its directory and of its view. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
