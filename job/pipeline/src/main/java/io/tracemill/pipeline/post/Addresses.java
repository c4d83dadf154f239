package io.tracemill.pipeline.post;

/** Addresses below others. */
public final class Addresses {
  private Addresses() {}

  /** The console's page of an incident; empty if the console's address is empty. */
  public static String page(String console, String incident) {
    return console.isEmpty() ? "" : below(console, "/#/incident?id=" + incident);
  }

  /** A path below an address, which may end with a slash. */
  public static String below(String address, String path) {
    return address.replaceFirst("/+$", "") + path;
  }
}
