package io.tracemill.cli.demo;

/**
 * A machine that runs one service.
 *
 * @param version of the service
 * @param offsetNanos how far its clock is ahead of the true time; negative if it is behind
 */
record Host(String service, String name, String version, long offsetNanos) {
  /** The same machine after another version was deployed on it. */
  Host with(String next) {
    return new Host(service, name + "-" + next, next, offsetNanos);
  }
}
