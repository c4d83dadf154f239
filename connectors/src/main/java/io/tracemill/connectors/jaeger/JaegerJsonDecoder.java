package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.HexId;
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
 * Decodes one element of the {@code data} array that Jaeger's query API answers with and its user
 * interface saves: a trace with its spans and, under ids that the spans refer to, the processes
 * that wrote them. Ids may have fewer digits than OTLP's and are padded with zeros on the left.
 */
public final class JaegerJsonDecoder implements RecordDecoder {
  private final JsonInput json = new JsonInput();
  private final JaegerTag tag = new JaegerTag(json);
  private final AttributeKeys keys;
  private final JaegerSpan span;
  private final SpanDrafts drafts;
  private final List<String> processOfDraft = new ArrayList<>();
  private final Map<String, ResourceDraft> processes = new HashMap<>();
  private final HexId traceId = new HexId();
  private final ResourceDraft unknownProcess;

  public JaegerJsonDecoder(SpanRules rules) {
    keys = new AttributeKeys(rules.attributes());
    span = new JaegerSpan(json, tag, keys);
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
        case "traceID" -> json.id(traceId);
        case "spans" -> readSpans();
        case "processes" -> readProcesses();
        default -> json.skip();
      }
    }
    write(spans);
  }

  private void readSpans() throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (json.object()) {
        span.read(drafts.add(), traceId);
        processOfDraft.add(span.process());
      }
    }
  }

  private void readProcesses() throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      ResourceDraft process = ResourceDraft.jaeger(keys);
      processes.put(json.member(), process);
      if (json.object()) {
        readProcess(process);
      }
    }
  }

  private void readProcess(ResourceDraft process) throws IOException, MalformedRecordException {
    while (json.nextMember()) {
      if (json.member().equals("serviceName")) {
        json.text(process.service());
      } else if (json.member().equals("tags") && json.array()) {
        while (json.nextElement()) {
          if (tag.read()) {
            process.attribute(tag.key(), tag.text());
          }
        }
      } else {
        json.skip();
      }
    }
  }

  private void write(FragmentBuilder spans) {
    ResourceDraft last = unknownProcess;
    last.announceTo(spans);
    for (int i = 0; i < drafts.size(); i++) {
      ResourceDraft process = processes.getOrDefault(processOfDraft.get(i), unknownProcess);
      if (process != last) {
        process.announceTo(spans);
        last = process;
      }
      process.lendAttributesTo(drafts.get(i));
      spans.span(drafts.get(i));
    }
  }
}
