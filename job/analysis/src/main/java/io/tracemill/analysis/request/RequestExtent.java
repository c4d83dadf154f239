package io.tracemill.analysis.request;

/**
 * The size of a request (CRISP section 7.2).
 *
 * @param frames number of different frames of its spans
 * @param depth number of spans in its longest call chain; 1 for a single span
 * @param concurrency most spans that run at one instant, by corrected times; a span that ends when
 *     another starts does not overlap it; a span without duration does not count
 * @param pathSpans number of spans on its critical path
 * @param pathFrames number of different frames of these spans
 */
public record RequestExtent(
    int frames, int depth, int concurrency, int pathSpans, int pathFrames) {}
