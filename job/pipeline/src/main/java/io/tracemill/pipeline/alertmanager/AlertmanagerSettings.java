package io.tracemill.pipeline.alertmanager;

import io.tracemill.pipeline.post.Addresses;
import java.io.Serializable;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * Settings for posting incidents.
 *
 * @param url the address of Alertmanager, without {@code /api/v2/alerts}
 * @param labels labels that every alert has besides its own
 * @param traceLink the address of a trace: a template of {@link
 *     io.tracemill.analysis.explanation.TraceLink}; empty for no links
 * @param console the address of the console; empty for no links to it
 * @param maxAgeMillis how long after its end a pane still opens an alert
 */
public record AlertmanagerSettings(
    URI url, Map<String, String> labels, String traceLink, String console, long maxAgeMillis)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** Labels that users cannot set, because they identify an alert. */
  public static final List<String> OWN_LABELS =
      List.of("alertname", "culprit", "endpoint", "incident", "owner", "service", "severity");

  public AlertmanagerSettings {
    labels = Map.copyOf(labels);
  }

  /** The address for alerts. */
  URI alerts() {
    return URI.create(Addresses.below(url.toString(), "/api/v2/alerts"));
  }
}
