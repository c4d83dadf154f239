package io.tracemill.analysis.profile;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The panes of an endpoint's window. Profiles do not separate categories, so all requests are in
 * {@link EndpointSums#other}, and the categories are only counted.
 */
public final class WindowSums {
  /** The category of requests whose category has no name. */
  private static final CallTreeSignature MANY = new CallTreeSignature(0, 0);

  private final EndpointSums requests;
  private final Set<CallTreeSignature> categories = new HashSet<>();

  /** Sums without requests. */
  public WindowSums(SumRules rules) {
    requests = new EndpointSums(rules);
  }

  /** Adds a pane, and does not change the pane. */
  public void add(EndpointSums pane) {
    requests.mergeAsOne(pane);
    pane.categories()
        .forEach(
            (signature, category) -> {
              if (category.count() > 0) {
                categories.add(signature);
              }
            });
    if (pane.other().count() > 0) {
      categories.add(MANY);
    }
  }

  /** All requests. */
  public EndpointSums requests() {
    return requests;
  }

  /**
   * The profile; empty without requests.
   *
   * @param sampled some of the requests
   */
  public Optional<EndpointProfile> profile(
      Frame endpoint, Period window, List<RequestRow> sampled) {
    return requests.count() == 0
        ? Optional.empty()
        : Optional.of(
            ProfileReader.profile(
                requests,
                categories.size(),
                sampled,
                endpoint,
                window.startMillis(),
                window.endMillis()));
  }
}
