package io.tracemill.store.question;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.SkippedFile;
import java.io.IOException;
import java.util.List;

/** Writes answers as JSON: records by their components, endpoints as in the job's streams. */
public final class AnswerJson {
  private static final ObjectMapper JSON =
      new ObjectMapper().registerModule(new SimpleModule().addSerializer(new FrameSerializer()));

  private AnswerJson() {}

  private static final class FrameSerializer extends StdSerializer<Frame> {
    private static final long serialVersionUID = 1;

    FrameSerializer() {
      super(Frame.class);
    }

    @Override
    public void serialize(Frame frame, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeStartObject();
      json.writeStringField("service", frame.service());
      json.writeStringField("operation", frame.operation());
      json.writeEndObject();
    }
  }

  /** The document; it names skipped files if there are any. */
  public static String of(Object answer, List<SkippedFile> skipped) throws JsonProcessingException {
    ObjectNode document = JSON.valueToTree(answer);
    if (!skipped.isEmpty()) {
      var files = document.putArray("skippedFiles");
      skipped.forEach(
          file ->
              files.addObject().put("file", file.path().toString()).put("reason", file.reason()));
    }
    return JSON.writeValueAsString(document);
  }
}
