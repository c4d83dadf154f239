package io.tracemill.pipeline.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.pipeline.post.Addresses;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The body of a message in the format of a receiver: the same for each attempt. */
record Payload(Message message, WebhookSettings settings) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** PagerDuty's limit for a summary. */
  private static final int MAX_PAGERDUTY_SUMMARY = 1_024;

  /** The body as JSON. */
  String json() {
    Map<String, Object> fields =
        switch (settings.format()) {
          case JSON -> record();
          case SLACK -> slack();
          case PAGERDUTY -> pagerDuty();
        };
    return JSON.valueToTree(fields).toString();
  }

  private String page() {
    return Addresses.page(settings.console(), message.notice().incident());
  }

  private Map<String, Object> record() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", message.id());
    fields.put("event", message.event().label());
    fields.put("console", page());
    fields.put("incident", new RawValue(message.notice().record()));
    fields.values().removeIf(""::equals);
    return fields;
  }

  /** A text that Slack shows as it is, and a line with a link. */
  private Map<String, Object> slack() {
    String text = headline() + message.notice().summary();
    return Map.of(
        "text",
        escaped(text),
        "blocks",
        List.of(
            Map.of("type", "section", "text", Map.of("type", "plain_text", "text", text)),
            Map.of(
                "type",
                "context",
                "elements",
                List.of(Map.of("type", "mrkdwn", "text", slackContext())))));
  }

  private String headline() {
    Notice notice = message.notice();
    return switch (message.event()) {
      case OPENED -> notice.severity().label() + ": ";
      case CHANGED -> "now " + notice.severity().label() + ": ";
      case ENDED -> "ended: ";
      case MUTED -> "muted (" + notice.muted() + "): ";
    };
  }

  private String slackContext() {
    Notice notice = message.notice();
    String owner = notice.owner().isEmpty() ? "" : ", owner " + escaped(notice.owner());
    String link = page().isEmpty() ? "" : ", <" + page() + "|console>";
    return escaped(notice.endpoint()) + owner + link;
  }

  /** Slack's escapes: without them, a name could mention people. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private Map<String, Object> pagerDuty() {
    Notice notice = message.notice();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("routing_key", settings.key());
    fields.put("event_action", message.closes() ? "resolve" : "trigger");
    fields.put("dedup_key", notice.incident());
    if (!message.closes()) {
      fields.put("payload", pagerDutyPayload(notice));
      fields.put("client", "Tracemill");
      fields.put("client_url", page());
    }
    fields.values().removeIf(""::equals);
    return fields;
  }

  private static Map<String, Object> pagerDutyPayload(Notice notice) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("summary", Figures.shorten(notice.summary(), MAX_PAGERDUTY_SUMMARY));
    fields.put("source", notice.service());
    fields.put(
        "severity",
        switch (notice.severity()) {
          case PAGE -> "critical";
          case TICKET -> "warning";
          case INFO -> "info";
        });
    fields.put("timestamp", Instant.ofEpochMilli(notice.sinceMillis()).toString());
    fields.put("component", notice.culprit());
    fields.put("group", notice.owner());
    fields.put("custom_details", Map.of("endpoint", notice.endpoint()));
    fields.values().removeIf(""::equals);
    return fields;
  }
}
