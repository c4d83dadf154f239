package io.tracemill.connectors.jaeger;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decodes one element of a document's {@code data} array: a trace with its spans and, under ids
 * that the spans refer to, the processes that wrote them. Ids may have fewer digits than OTLP's and
 * are padded with zeros on the left.
 */
public final class JaegerTraceJsonDecoder implements RecordDecoder {
  private final JsonInput json = new JsonInput();
  private final AttributeKeys keys;
  private final JaegerJsonSpan span;
  private final SpanDrafts drafts;
  private final List<String> processOfDraft = new ArrayList<>();
  private final Map<String, ResourceDraft> processes = new HashMap<>();
  private final JaegerJsonId traceId = new JaegerJsonId();
  private final ResourceDraft unknownProcess;

  public JaegerTraceJsonDecoder(SpanRules rules) {
    keys = new AttributeKeys(rules.attributes());
    span = new JaegerJsonSpan(json, JaegerJsonTag.ofDocuments(json), keys);
    drafts = new SpanDrafts(keys.size());
    unknownProcess = ResourceDraft.jaeger(keys);
  }

  @Override
  public DecodeResult decode(byte[] record, FragmentBuilder spans) {
    drafts.clear();
    processOfDraft.clear();
    processes.clear();
    traceId.clear();
    return json.decode(record, () -> readTrace(spans));
  }

  private void readTrace(FragmentBuilder spans) throws IOException, MalformedRecordException {
    json.requireObject();
    while (json.nextMember()) {
      switch (json.member()) {
        case "traceID" -> traceId.read(json);
        case "spans" -> json.objects(this::readSpan);
        case "processes" -> readProcesses();
        default -> json.skip();
      }
    }
    write(spans);
  }

  private void readSpan() throws IOException, MalformedRecordException {
    span.read(drafts.add(), traceId);
    processOfDraft.add(span.processId());
  }

  private void readProcesses() throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      ResourceDraft draft = ResourceDraft.jaeger(keys);
      processes.put(json.member(), draft);
      span.readProcess(draft);
    }
  }

  private void write(FragmentBuilder spans) {
    ResourceDraft last = unknownProcess;
    last.announceTo(spans);
    for (int i = 0; i < drafts.size(); i++) {
      ResourceDraft writer = processes.getOrDefault(processOfDraft.get(i), unknownProcess);
      if (writer != last) {
        writer.announceTo(spans);
        last = writer;
      }
      writer.lendAttributesTo(drafts.get(i));
      spans.span(drafts.get(i));
    }
  }
}
