package io.tracemill.pipeline.alertmanager;

import io.tracemill.pipeline.post.TestIncident;
import java.net.URI;
import java.util.Map;

/** Settings of tests: windows older than ten minutes open no alert. */
final class Settings {
  static final String CONSOLE = "http://traces.example";
  static final String TRACES = "http://jaeger.example/trace/{traceId}";

  private Settings() {}

  static AlertmanagerSettings to(URI url) {
    return new AlertmanagerSettings(
        url, Map.of("team", "shop"), TRACES, CONSOLE, 10 * TestIncident.MINUTE);
  }

  /** What Alertmanager is told of an incident. */
  static Alert alert(TestIncident incident) {
    return Alert.of(incident.explained(), to(URI.create("http://host")));
  }
}
