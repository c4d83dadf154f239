package io.tracemill.console.api;

/**
 * What the console knows from its configuration and tells its pages.
 *
 * @param indexOn whether there is a request index to ask
 * @param windowMillis length of a profile's window
 * @param slideMillis time between two windows
 * @param traceLink template of links to traces; empty for none
 */
public record ConsoleSettings(
    String version, boolean indexOn, long windowMillis, long slideMillis, String traceLink) {}
