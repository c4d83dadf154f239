package io.tracemill.pipeline.config;

import static io.tracemill.pipeline.config.Quantities.integer;
import static io.tracemill.pipeline.config.Quantities.properShare;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.view.tprof.RequestTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Keys for diagnosis; part of {@link Keys#ALL}. */
public final class DiagnosisKeys {
  private static final List<Key<?>> COLLECTED = new ArrayList<>();

  /** These keys, in order. */
  public static final List<Key<?>> ALL = Collections.unmodifiableList(COLLECTED);

  public static final Key<RequestTypes> DIAGNOSIS_BY =
      Key.in(
          COLLECTED,
          "diagnosis.by",
          Texts.requestTypes(),
          "endpoint",
          "The type of a request: its endpoint, an attribute, or passing through a service.");

  public static final Key<Integer> DIAGNOSIS_TOP =
      Key.in(
          COLLECTED,
          "diagnosis.top",
          integer(1, 5),
          "3",
          "How many findings each finding has in the layer below.");

  public static final Key<Double> DIAGNOSIS_TAIL =
      Key.in(
          COLLECTED,
          "diagnosis.tail",
          properShare(),
          "10%",
          "The share of requests that count as the slowest, to compare with all others.");

  public static final Key<List<EndpointPattern>> DIAGNOSIS_IGNORE =
      Key.in(
          COLLECTED,
          "diagnosis.ignore",
          Texts.patterns(),
          "[]",
          "Known operations to leave out of the ranking, so that others come up.");

  private DiagnosisKeys() {}
}
