package io.tracemill.pipeline.webhook;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.pipeline.post.TestIncident;
import java.net.URI;

/** Settings of tests: panes older than ten minutes open no incident. */
final class Settings {
  static final String KEY = "a key of eight";

  private Settings() {}

  static WebhookSettings to(URI url, WebhookFormat format) {
    return new WebhookSettings(
        url, format, KEY, Severity.TICKET, "http://traces.example/", 10 * TestIncident.MINUTE);
  }

  static Notice notice(TestIncident incident) {
    return Notice.of(incident.explained(), "http://jaeger.example/trace/{traceId}");
  }
}
