package io.tracemill.pipeline.alertmanager;

import java.io.Serializable;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Where incidents are posted to, and which.
 *
 * @param url of Alertmanager, without {@code /api/v2/alerts}
 * @param labels that every alert has beside its own
 * @param traceLink where a trace can be looked at: a template of {@link
 *     io.tracemill.analysis.explanation.TraceLink}; empty for nowhere
 * @param maxAgeMillis how long after its end a window still opens an alert
 * @param validMillis for how long Alertmanager believes that an incident goes on, unless it hears
 *     of it again
 */
public record AlertmanagerSettings(
    URI url, Map<String, String> labels, String traceLink, long maxAgeMillis, long validMillis)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** Labels that nobody may set, since they say which alert is which. */
  public static final List<String> OWN_LABELS =
      List.of("alertname", "culprit", "endpoint", "incident", "service", "severity");

  private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
  private static final long LEAST_VALID_MILLIS = 240_000;

  /**
   * Checks what a configuration can get wrong.
   *
   * @throws IllegalArgumentException saying what is not allowed, without showing what is secret
   */
  public AlertmanagerSettings {
    checkUrl(url);
    labels.forEach(AlertmanagerSettings::checkLabel);
    labels = new TreeMap<>(labels);
  }

  /** These settings for a job that hears of each incident every {@code paneMillis}. */
  public static AlertmanagerSettings of(
      URI url, Map<String, String> labels, String traceLink, long maxAgeMillis, long paneMillis) {
    return new AlertmanagerSettings(
        url, labels, traceLink, maxAgeMillis, Math.max(LEAST_VALID_MILLIS, 2 * paneMillis));
  }

  /** Where alerts are posted to. */
  URI alerts() {
    return URI.create(url.toString().replaceFirst("/+$", "") + "/api/v2/alerts");
  }

  private static void checkUrl(URI url) {
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    if (url.getRawUserInfo() != null) {
      throw new IllegalArgumentException("user and password may not stand in Alertmanager's URL");
    }
    if (!Set.of("http", "https").contains(scheme) || url.getHost() == null) {
      throw new IllegalArgumentException("no http or https URL: " + url);
    }
    if (url.getRawQuery() != null || url.getRawFragment() != null) {
      throw new IllegalArgumentException("a URL with more than a path: " + url);
    }
  }

  /** Whether Prometheus would take it for the name of a label. */
  public static boolean isLabelName(String name) {
    return LABEL_NAME.matcher(name).matches();
  }

  private static void checkLabel(String name, String value) {
    if (OWN_LABELS.contains(name)) {
      throw new IllegalArgumentException("label " + name + " is set by Tracemill itself");
    }
    if (!isLabelName(name)) {
      throw new IllegalArgumentException("no name of a label: " + name);
    }
    if (value.isEmpty()) {
      throw new IllegalArgumentException("label " + name + " has no value");
    }
  }
}
