package io.tracemill.store.layout;

import static java.util.Objects.requireNonNull;

/**
 * A record of an incident, as its stream has it.
 *
 * @param timeMillis when it was said, milliseconds since the epoch
 * @param stream {@code incidents}, {@code mutations} or {@code changes}
 * @param id records of one stream and id say the same thing, the newest counts
 * @param status {@code firing} or {@code resolved}; empty if the stream has none
 * @param severity {@code page}, {@code ticket} or {@code info}; empty if the stream has none
 * @param json the record
 */
public record StoredRecord(
    long timeMillis, String stream, String id, String status, String severity, String json) {
  public StoredRecord {
    requireNonNull(stream, "stream");
    requireNonNull(id, "id");
    requireNonNull(status, "status");
    requireNonNull(severity, "severity");
    requireNonNull(json, "json");
  }
}
