/**
 * Tells a webhook of incidents: a message when one opens, when it gets worse or has another cause,
 * and when it ends.
 *
 * <p>{@link io.tracemill.pipeline.webhook.Outbox} decides which messages to send, and {@link
 * io.tracemill.pipeline.webhook.WebhookOperator} sends them in order, again and again until the
 * receiver takes or refuses them. A failing receiver neither stops nor delays the job.
 */
@NullMarked
package io.tracemill.pipeline.webhook;

import org.jspecify.annotations.NullMarked;
