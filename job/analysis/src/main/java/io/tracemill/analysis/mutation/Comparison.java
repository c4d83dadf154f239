package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.ChangeAccount;
import java.util.Optional;

/**
 * What the comparison of two cohorts of one endpoint found.
 *
 * @param slide for the judge
 * @param change why the means differ; none where a cohort is empty
 * @param freezePane whether the newest pane differs so much from the baseline that it must not
 *     become part of it
 */
public record Comparison(EndpointSlide slide, Optional<ChangeAccount> change, boolean freezePane) {}
