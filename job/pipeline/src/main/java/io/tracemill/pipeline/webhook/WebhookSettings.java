package io.tracemill.pipeline.webhook;

import io.tracemill.analysis.incident.Incident.Severity;
import java.io.Serializable;
import java.net.URI;

/**
 * Settings for telling a webhook of incidents.
 *
 * @param url where to post to; it may be a secret
 * @param key the secret that signs posts, or PagerDuty's routing key; empty for none
 * @param least the least urgent severity to tell of
 * @param console the address of the console; empty for no links to it
 * @param maxAgeMillis how long after its end a pane still opens an incident, how long a message may
 *     fail, and how long an open incident may have no pane
 */
public record WebhookSettings(
    URI url, WebhookFormat format, String key, Severity least, String console, long maxAgeMillis)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** The receiver without its path, which may be a secret. */
  @Override
  public String toString() {
    return format + " webhook at " + url.getScheme() + "://" + url.getAuthority();
  }
}
