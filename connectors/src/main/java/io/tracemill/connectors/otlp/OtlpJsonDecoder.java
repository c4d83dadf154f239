package io.tracemill.connectors.otlp;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.ResourceDraft;
import io.tracemill.connectors.decoding.SpanDrafts;
import java.io.IOException;

/**
 * Decodes an {@code ExportTraceServiceRequest} in OTLP's JSON: members in any order, names in
 * lowerCamelCase only, ids in hexadecimal, 64-bit numbers as numbers or strings, enumerations as
 * numbers or names. Unknown members are skipped; a known one of the wrong type makes the record
 * malformed.
 */
public final class OtlpJsonDecoder implements RecordDecoder {
  private final JsonInput json = new JsonInput();
  private final OtlpJsonAttribute attribute = new OtlpJsonAttribute(json);
  private final OtlpJsonSpan span;
  private final SpanDrafts drafts;
  private final ResourceDraft resource;

  public OtlpJsonDecoder(SpanRules rules) {
    AttributeKeys keys = new AttributeKeys(rules.attributes());
    span = new OtlpJsonSpan(json, attribute, keys);
    drafts = new SpanDrafts(keys.size());
    resource = ResourceDraft.otlp(keys);
  }

  @Override
  public DecodeResult decode(byte[] record, FragmentBuilder spans) {
    return json.decode(record, () -> readRequest(spans));
  }

  private void readRequest(FragmentBuilder spans) throws IOException, MalformedRecordException {
    json.requireObject();
    while (json.nextMember()) {
      if (json.member().equals("resourceSpans")) {
        json.objects(() -> readResourceSpans(spans));
      } else {
        json.skip();
      }
    }
  }

  private void readResourceSpans(FragmentBuilder spans)
      throws IOException, MalformedRecordException {
    resource.clear();
    drafts.clear();
    while (json.nextMember()) {
      switch (json.member()) {
        case "resource" -> readResource();
        case "scopeSpans" -> json.objects(this::readScopeSpans);
        default -> json.skip();
      }
    }
    drafts.writeTo(spans, resource);
  }

  private void readResource() throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      if (json.member().equals("attributes") && json.array()) {
        while (json.nextElement()) {
          if (attribute.read()) {
            resource.attribute(attribute.key(), attribute.text());
          }
        }
      } else {
        json.skip();
      }
    }
  }

  private void readScopeSpans() throws IOException, MalformedRecordException {
    while (json.nextMember()) {
      if (json.member().equals("spans")) {
        json.objects(() -> span.read(drafts.add()));
      } else {
        json.skip();
      }
    }
  }
}
