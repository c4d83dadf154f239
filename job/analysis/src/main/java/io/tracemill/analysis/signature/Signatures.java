package io.tracemill.analysis.signature;

/**
 * The three signatures of a request, from the coarsest to the finest.
 *
 * @param structure which calls were made, in no order (tprof layer 3)
 * @param flow in which order, concurrent calls in none (Spectroscope 4.1, P-Tracer 3.2)
 * @param order in which order calls began and ended (tprof layer 4)
 */
public record Signatures(
    CallTreeSignature structure, CallTreeSignature flow, CallTreeSignature order) {}
