package io.tracemill.analysis.detection;

import java.util.List;
import java.util.Map;

/**
 * All that a {@link Detector} knows, as plain values: lists, maps with text keys, numbers, text and
 * arrays of primitives, for a library to write.
 *
 * @param system what is known over all endpoints
 * @param endpoints by endpoint what is known of it
 */
public record DetectorState(Map<String, Object> system, List<Map<String, Object>> endpoints) {}
