package io.tracemill.analysis.signature;

/**
 * The three signatures of a request, from the coarsest to the finest.
 *
 * @param structure the calls, without order (tprof layer 3)
 * @param flow the calls in order, concurrent ones without order (Spectroscope 4.1, P-Tracer 3.2)
 * @param order the order in which calls began and ended (tprof layer 4)
 */
public record Signatures(
    CallTreeSignature structure, CallTreeSignature flow, CallTreeSignature order) {}
