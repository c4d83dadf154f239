package io.tracemill.analysis.sample;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;

/**
 * A category of an endpoint's requests.
 *
 * @param timeMillis of one of its requests, milliseconds since the epoch
 */
public record KeptCategory(
    long timeMillis, Frame endpoint, CallTreeSignature flow, CanonicalForm form) {}
