package io.tracemill.connectors.jaeger;

import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ResourceDraft;
import java.io.IOException;

/** Reads a process: the name of a service, and tags. */
final class JaegerJsonProcess {
  private final JsonInput json;
  private final JaegerJsonTag tag;

  JaegerJsonProcess(JsonInput json, JaegerJsonTag tag) {
    this.json = json;
    this.tag = tag;
  }

  /** Reads the value that the input stands at. */
  void read(ResourceDraft process) throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "serviceName", "service_name" -> json.text(process.service());
        case "tags" -> readTags(process);
        default -> json.skip();
      }
    }
  }

  private void readTags(ResourceDraft process) throws IOException, MalformedRecordException {
    if (!json.array()) {
      return;
    }
    while (json.nextElement()) {
      if (tag.read() && process.keeps(tag.key())) {
        process.attribute(tag.key(), tag.text());
      }
    }
  }
}
