package io.tracemill.analysis.whatif;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.Optional;

/**
 * An {@link Intervention} as somebody asks for it, before it is known which endpoints have the
 * place.
 *
 * @param place an operation ({@code cart lookup}), an edge ({@code front -> cart}) or a service
 * @param factor 0.9 is 10 % faster
 * @param addedNanos what each call takes longer, nanoseconds; negative for shorter
 */
public record Question(String place, double factor, long addedNanos) implements Serializable {
  public Question {
    requireNonNull(place, "place");
  }

  /** The change that is meant, if the requests have such a place. */
  Optional<Intervention> in(WhatIf requests) {
    return requests.named(place).map(found -> new Intervention(found, factor, addedNanos));
  }
}
