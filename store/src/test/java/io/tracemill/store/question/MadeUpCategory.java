package io.tracemill.store.question;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;

/**
 * A category of made-up requests.
 *
 * @param form its call tree
 */
public record MadeUpCategory(Frame endpoint, CallTreeSignature category, CanonicalForm form) {}
