package io.tracemill.cli.screen;

/**
 * A step and how much of its endpoint's time was its own.
 *
 * @param share of the time of all requests of the endpoint, 0 to 1
 */
public record PathShare(String service, String label, double share) {}
