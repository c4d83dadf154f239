package io.tracemill.connectors.json;

import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.OpenSpan;
import io.tracemill.connectors.decoding.ResourceDraft;
import java.util.Optional;

/** An object while it is read: a span, or one around spans. Reused. */
final class JsonSpan {
  final OpenSpan open;
  final JsonTag.Filter keeps;
  final JsonSpanReader.Pairs attributes;
  final JsonSpanReader.Pairs tags;
  final JsonSpanReader.Pairs zipkinTags;

  /** The resource that only it has. */
  private final ResourceDraft own;

  /** The resource, if it is known already. */
  private ResourceDraft resource;

  /** Whether {@code resource} is known. */
  boolean resolved;

  /** Whether it is a resource's, with the scopes of its spans. */
  boolean hasScopes;

  /** Whether it has the processes of the spans in it. */
  boolean hasProcesses;

  /** Whether it is a span that was not written yet. */
  boolean waits;

  /** Whether it has an id. */
  boolean identified;

  /** Whether it has a trace id. */
  boolean traceGiven;

  /** What is wrong with its members if it is a span. */
  Optional<MalformedRecordException> problem = Optional.empty();

  /** The id of the process that wrote it; empty if absent. */
  String processId = "";

  JsonSpan(AttributeKeys keys) {
    open = new OpenSpan(keys);
    keeps = open::keeps;
    attributes = open::attribute;
    tags = open::tag;
    zipkinTags = (key, value, type) -> open.zipkinTag(key, value);
    own = open.resource();
    resource = own;
  }

  JsonSpan clear() {
    open.clear();
    resource = own;
    resolved = false;
    hasScopes = false;
    hasProcesses = false;
    waits = false;
    identified = false;
    traceGiven = false;
    problem = Optional.empty();
    processId = "";
    return this;
  }

  SpanDraft draft() {
    return open.draft();
  }

  ResourceDraft resource() {
    return resource;
  }

  /** Takes the trace id of the object around it, if it has none. */
  void inherit(JsonSpan around) {
    if (!traceGiven && around.traceGiven) {
      traceGiven = true;
      draft().traceId(around.draft().traceIdHigh(), around.draft().traceIdLow());
    }
  }

  /** Says that {@code resource} wrote it. */
  void resolve(ResourceDraft resource) {
    this.resource = resource;
    resolved = true;
  }
}
