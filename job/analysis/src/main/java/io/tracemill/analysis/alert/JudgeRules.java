package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.MutationRules;
import java.io.Serializable;

/**
 * When tests become alerts, and which of them page.
 *
 * @param mutations what a change is
 * @param fdr the part of alerts that may be noise
 * @param confirmations slides after the first that have to say the same
 * @param windowSlides slides in a window: how long an open question is kept
 * @param pageRatio by how much of its mean a cause has to make an endpoint slower to page
 * @param pageNanos by how much it has to at least
 * @param acceptMillis how long an alert fires at least about what baselines have learned since
 * @param maxAlerts that are kept track of at once; of more, the largest contributions. Where all of
 *     them fire, a tenth as many candidates wait besides
 */
public record JudgeRules(
    MutationRules mutations,
    double fdr,
    int confirmations,
    int windowSlides,
    double pageRatio,
    long pageNanos,
    long acceptMillis,
    int maxAlerts)
    implements Serializable {
  private static final long serialVersionUID = 1;
}
