package io.tracemill.analysis.incident;

import io.tracemill.analysis.request.EndpointPattern;
import java.io.Serializable;
import java.util.List;

/**
 * Rules that say who owns an incident and when it is muted. The first that matches counts.
 *
 * @param owners by the service of the cause; if that is the whole request, of the first endpoint
 */
public record HandlingRules(List<Owner> owners, List<Mute> mutes) implements Serializable {
  public HandlingRules {
    owners = List.copyOf(owners);
    mutes = List.copyOf(mutes);
  }

  /** The team of the services that match a pattern. */
  public record Owner(String service, String team) implements Serializable {}

  /** How an incident is handled at the end of its latest pane. */
  public Handling of(Incident incident) {
    String cause = incident.causingService();
    return new Handling(
        owners.stream()
            .filter(owner -> EndpointPattern.matches(owner.service(), cause))
            .findFirst()
            .map(Owner::team),
        mutes.stream()
            .filter(mute -> mute.covers(cause, incident.endpoints(), incident.endMillis()))
            .findFirst()
            .map(Mute::reason));
  }
}
