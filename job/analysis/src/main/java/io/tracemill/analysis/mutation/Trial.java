package io.tracemill.analysis.mutation;

/**
 * One subject, tested at one slide.
 *
 * @param before in the baseline
 * @param after in the window
 * @param window the window against the baseline: what discoveries are made of
 * @param newest the newest pane alone against the baseline: what confirms them and what ends them
 */
public record Trial(Subject subject, Side before, Side after, Verdict window, Verdict newest) {}
