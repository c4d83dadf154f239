package io.tracemill.analysis.sample;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;

/**
 * A category of an endpoint's kept requests.
 *
 * @param timeMillis of one of its requests, milliseconds since the epoch
 * @param form its call tree
 */
public record KeptCategory(
    long timeMillis, Frame endpoint, CallTreeSignature category, CanonicalForm form) {}
