package io.tracemill.analysis.explanation;

import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The settings of explanations: a part of the configuration under {@code changes}.
 *
 * @param minTraces a category with fewer requests on a side has no response-time mutation
 * @param minRise a category whose share rose by less is no structural mutation
 * @param falseDiscoveryRate the part of all mutations that may be due to chance
 * @param excludedAttributes attributes that never count as a difference: keys, or service, dot and
 *     key
 */
public record ExplanationRules(
    int minTraces, double minRise, double falseDiscoveryRate, List<String> excludedAttributes)
    implements Serializable {
  public ExplanationRules {
    excludedAttributes = List.copyOf(excludedAttributes);
  }

  /** The default rules. */
  public static ExplanationRules standard() {
    return new ExplanationRules(5, 0.01, 0.01, List.of());
  }

  /** The same rules, but also excluding the attributes that define the cohorts. */
  public ExplanationRules excluding(Collection<String> attributes) {
    return new ExplanationRules(
        minTraces,
        minRise,
        falseDiscoveryRate,
        Stream.concat(excludedAttributes.stream(), attributes.stream()).toList());
  }
}
