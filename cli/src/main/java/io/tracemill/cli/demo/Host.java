package io.tracemill.cli.demo;

/**
 * A machine that one service runs on.
 *
 * @param version of the service
 * @param offsetNanos what its clock is ahead of the true time, negative when it is behind
 */
record Host(String service, String name, String version, long offsetNanos) {
  /** The machine after another version was deployed there. */
  Host with(String next) {
    return new Host(service, name + "-" + next, next, offsetNanos);
  }
}
