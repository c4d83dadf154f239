/**
 * Is it chance? The tests that tell a mutation from noise (semantics section 8, Spectroscope
 * section 5), as pure functions: two samples of latencies by Kolmogorov and Smirnov, two shares by
 * Fisher, two rates of calls by their ratio, sums over many strata by their scores, and what is
 * left of many such tests by Benjamini and Hochberg.
 *
 * <p>Requests are not independent: a slow minute is slow for all of them. So every test takes a
 * {@link io.tracemill.analysis.statistics.DesignEffect}, measured on the slides of the baseline,
 * which says how few independent requests a cohort is worth. Nothing here is random: equal cohorts
 * have equal results.
 */
@NullMarked
package io.tracemill.analysis.statistics;

import org.jspecify.annotations.NullMarked;
