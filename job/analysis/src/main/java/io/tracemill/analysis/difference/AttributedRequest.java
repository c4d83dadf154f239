package io.tracemill.analysis.difference;

import java.util.Set;

/**
 * What a request has.
 *
 * @param attributes by name and value
 * @param weight for how many requests it stands
 */
record AttributedRequest(Set<String> attributes, double weight) {}
