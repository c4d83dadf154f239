package io.tracemill.pipeline.webhook;

/** The payload that a receiver takes. */
public enum WebhookFormat {
  /** The record of the incident. */
  JSON,
  /** A message of Slack's incoming webhooks. */
  SLACK,
  /** An event of PagerDuty's Events API, version 2. */
  PAGERDUTY
}
