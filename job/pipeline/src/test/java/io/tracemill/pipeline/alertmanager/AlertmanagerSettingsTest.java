package io.tracemill.pipeline.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlertmanagerSettingsTest {
  private static AlertmanagerSettings settings(String url) {
    return new AlertmanagerSettings(URI.create(url), Map.of(), "", "http://traces/tm/", 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://host:9093", "http://host:9093/", "http://host:9093//"})
  void alertsHaveTheirPlaceBelowTheUrl(String url) {
    assertThat(settings(url).alerts()).isEqualTo(URI.create("http://host:9093/api/v2/alerts"));
  }

  @Test
  void alertmanagerMayLiveBelowAPath() {
    assertThat(settings("https://host/am").alerts())
        .isEqualTo(URI.create("https://host/am/api/v2/alerts"));
  }
}
