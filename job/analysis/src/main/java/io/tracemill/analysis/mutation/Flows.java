package io.tracemill.analysis.mutation;

import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.signature.FlowCalls;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The categories of two cohorts that can be compared, in order of their signatures. */
final class Flows {
  private final Frame endpoint;
  private final Set<CallTreeSignature> comparable = new TreeSet<>();
  private final Map<CallTreeSignature, CanonicalForm> forms = new HashMap<>();
  private final Map<CallTreeSignature, FlowCalls> calls = new TreeMap<>();

  private Flows(Frame endpoint) {
    this.endpoint = endpoint;
  }

  static Flows of(Frame endpoint, Stretch before, Stretch after) {
    Flows flows = new Flows(endpoint);
    for (Stretch stretch : List.of(before, after)) {
      for (Entry<CallTreeSignature, CategoryAccumulator> category :
          stretch.requests().categories().entrySet()) {
        CallTreeSignature flow = category.getKey();
        if (before.knows(flow) && after.knows(flow)) {
          flows.comparable.add(flow);
          category.getValue().form().ifPresent(form -> flows.forms.put(flow, form));
        }
      }
    }
    flows.forms.forEach((flow, form) -> flows.calls.put(flow, FlowCalls.of(form)));
    return flows;
  }

  /**
   * Those of which no request is hidden by a limit in one of the cohorts. A limit must not be
   * mistaken for a change.
   */
  Set<CallTreeSignature> comparable() {
    return comparable;
  }

  Optional<CanonicalForm> form(CallTreeSignature flow) {
    return Optional.ofNullable(forms.get(flow));
  }

  /** The form, or all that is known of it. */
  CanonicalForm knownForm(CallTreeSignature flow) {
    return form(flow)
        .orElseGet(() -> new CanonicalForm(List.of(new Node(0, endpoint, false, 1)), true));
  }

  /** The calls of those whose form is known. */
  Map<CallTreeSignature, FlowCalls> calls() {
    return calls;
  }
}
