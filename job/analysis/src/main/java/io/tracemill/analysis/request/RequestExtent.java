package io.tracemill.analysis.request;

/**
 * How large a request is (CRISP section 7.2).
 *
 * @param frames different frames of its spans
 * @param depth spans of its longest call chain; 1 for a single span
 * @param concurrency most spans that run at one instant, by corrected times; a span that ends when
 *     another starts does not overlap it, and one of no duration does not count
 * @param pathSpans spans on its critical path
 * @param pathFrames different frames of these
 */
public record RequestExtent(
    int frames, int depth, int concurrency, int pathSpans, int pathFrames) {}
