package io.tracemill.console.api;

import io.tracemill.connectors.output.RecordJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** An answer with records of one stream. */
public record Records<T>(List<T> records) {
  public Records {
    records = List.copyOf(records);
  }

  /** Reads the JSON of records; leaves out what is no such record. */
  static <T> Records<T> read(List<String> texts, Class<T> type) {
    List<T> records = new ArrayList<>();
    for (String text : texts) {
      try {
        records.add(RecordJson.read(text, type));
      } catch (IOException e) {
        // Another build of the job wrote it.
      }
    }
    return new Records<>(records);
  }
}
