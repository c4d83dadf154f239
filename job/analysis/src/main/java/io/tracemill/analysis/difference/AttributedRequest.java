package io.tracemill.analysis.difference;

import io.tracemill.analysis.request.RequestAttribute;
import java.util.List;

/**
 * What a request has.
 *
 * @param attributes each once
 * @param weight for how many requests it stands
 */
record AttributedRequest(List<RequestAttribute> attributes, double weight) {}
