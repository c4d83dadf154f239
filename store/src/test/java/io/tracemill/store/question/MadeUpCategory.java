package io.tracemill.store.question;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;

/**
 * A category of made-up requests.
 *
 * @param timeMillis of one of its requests, milliseconds since the epoch
 * @param form its call tree
 */
public record MadeUpCategory(
    long timeMillis, Frame endpoint, CallTreeSignature category, CanonicalForm form) {}
