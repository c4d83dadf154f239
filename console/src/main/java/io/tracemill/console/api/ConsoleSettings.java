package io.tracemill.console.api;

/**
 * What the console tells its pages about its configuration.
 *
 * @param storeOn whether the configuration names a store
 * @param windowMillis length of a profile's window
 */
public record ConsoleSettings(String version, boolean storeOn, long windowMillis) {}
