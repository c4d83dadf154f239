package io.tracemill.console.api;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.console.feed.FeedState;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How current the console is and what it can show.
 *
 * @param asOfMillis end of the newest window; empty before the first
 * @param storeOn whether the configuration names a store
 * @param incidents number of firing incidents by severity
 * @param endpoints number of known endpoints
 */
public record Status(
    String version,
    OptionalLong asOfMillis,
    FeedState feed,
    boolean storeOn,
    Map<Severity, Long> incidents,
    int endpoints,
    long windowMillis) {}
