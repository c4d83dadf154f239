package io.tracemill.pipeline.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlertmanagerSettingsTest {
  private static AlertmanagerSettings settings(String url, String label) {
    return AlertmanagerSettings.of(URI.create(url), Map.of(label, "x"), "", 0, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://host:9093", "http://host:9093/", "http://host:9093//"})
  void alertsHaveTheirPlaceBelowTheUrl(String url) {
    assertThat(settings(url, "team").alerts())
        .isEqualTo(URI.create("http://host:9093/api/v2/alerts"));
  }

  @Test
  void alertmanagerMayLiveBelowAPath() {
    assertThat(settings("https://host/am", "team").alerts())
        .isEqualTo(URI.create("https://host/am/api/v2/alerts"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://host", "host:9093", "http:///path", "http://host?x=1", "/am"})
  void whatIsNoUrlOfAServerIsRefused(String url) {
    assertThatThrownBy(() -> settings(url, "team")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPasswordInTheUrlIsRefusedAndNotShown() {
    assertThatThrownBy(() -> settings("http://me:geheim@host", "team"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("geheim");
  }

  @ParameterizedTest
  @ValueSource(strings = {"alertname", "severity", "service", "incident", "a-b", "1a", ""})
  void ownLabelsAndNoNamesAreRefused(String label) {
    assertThatThrownBy(() -> settings("http://host", label))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
