package io.tracemill.analysis.explanation;

import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an explanation looks at: a part of the configuration under {@code changes}.
 *
 * @param minTraces a category with fewer requests on a side has no response-time mutation
 * @param excludedAttributes attributes that are no difference: keys, or service, dot and key
 */
public record ExplanationRules(int minTraces, List<String> excludedAttributes)
    implements Serializable {
  private static final long serialVersionUID = 1;

  public ExplanationRules {
    excludedAttributes = List.copyOf(excludedAttributes);
  }

  /** The rules where nothing is configured. */
  public static ExplanationRules standard() {
    return new ExplanationRules(5, List.of());
  }

  /** The same without these attributes: those by which the cohorts are told apart. */
  public ExplanationRules excluding(Collection<String> attributes) {
    return new ExplanationRules(
        minTraces, Stream.concat(excludedAttributes.stream(), attributes.stream()).toList());
  }
}
