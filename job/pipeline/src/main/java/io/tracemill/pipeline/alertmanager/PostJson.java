package io.tracemill.pipeline.alertmanager;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;

/** Writes what Alertmanager's API takes: a list of alerts, here of one. */
final class PostJson {
  static final String ALERT_NAME = "TracemillIncident";

  private static final JsonFactory FACTORY = new JsonFactory();

  private final AlertmanagerSettings settings;

  PostJson(AlertmanagerSettings settings) {
    this.settings = settings;
  }

  /** The body that says {@code post} at {@code nowMillis}, in UTF-8. */
  byte[] body(AlertPost post, long nowMillis) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartArray();
      write(json, post, nowMillis);
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
    return bytes.toByteArray();
  }

  private void write(JsonGenerator json, AlertPost post, long nowMillis) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("labels");
    writeTexts(json, settings.labels());
    writeIdentity(json, post.identity());
    json.writeEndObject();
    json.writeObjectFieldStart("annotations");
    writeTexts(json, post.annotations());
    json.writeEndObject();
    writeTime(json, "startsAt", post.startsAtMillis(nowMillis));
    writeTime(json, "endsAt", post.endsAtMillis(nowMillis, settings.validMillis()));
    if (!post.link().isEmpty()) {
      json.writeStringField("generatorURL", post.link());
    }
    json.writeEndObject();
  }

  private static void writeIdentity(JsonGenerator json, AlertIdentity identity) throws IOException {
    json.writeStringField("alertname", ALERT_NAME);
    json.writeStringField("severity", identity.severity().label());
    // An empty label is none to Alertmanager.
    if (!identity.service().isEmpty()) {
      json.writeStringField("service", identity.service());
    }
    json.writeStringField("endpoint", identity.endpoint());
    json.writeStringField("culprit", identity.culprit());
    json.writeStringField("incident", identity.incident());
  }

  private static void writeTexts(JsonGenerator json, Map<String, String> texts) throws IOException {
    for (Map.Entry<String, String> text : texts.entrySet()) {
      json.writeStringField(text.getKey(), text.getValue());
    }
  }

  private static void writeTime(JsonGenerator json, String name, long millis) throws IOException {
    json.writeStringField(name, Instant.ofEpochMilli(millis).toString());
  }
}
