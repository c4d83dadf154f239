package io.tracemill.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest, and the version of Java. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String built =
        Objects.requireNonNullElse(
            Version.class.getPackage().getImplementationVersion(), "(not from a jar)");
    return new String[] {
      "tracemill " + built,
      "Java " + System.getProperty("java.version") + ", " + System.getProperty("java.vendor")
    };
  }
}
