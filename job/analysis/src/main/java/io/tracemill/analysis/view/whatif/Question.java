package io.tracemill.analysis.view.whatif;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.Optional;

/**
 * An {@link Intervention} as the user asks for it. Which endpoints have the place is not known yet.
 *
 * @param place an operation ({@code cart lookup}), an edge ({@code front -> cart}) or a service
 * @param factor of the place's own time: 0.9 is 10 % faster
 * @param addedNanos extra time of each call, nanoseconds; negative if it is shorter
 */
public record Question(String place, double factor, long addedNanos) implements Serializable {
  public Question {
    requireNonNull(place, "place");
  }

  /** The change; empty if the requests lack the place. */
  Optional<Intervention> in(WhatIf requests) {
    return requests.named(place).map(found -> new Intervention(found, factor, addedNanos));
  }
}
