package io.tracemill.connectors.profiles;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.util.List;
import java.util.OptionalLong;

/** Reads stack samples from records of profiles. */
public final class ProfilesDecoder {
  private static final String PPROF =
      "pprof samples have no times, so they cannot be matched to spans; send OTLP profiles";

  /** The field of pprof's strings; OTLP's request has no such field. */
  private static final int PPROF_STRINGS = 6;

  private ProfilesDecoder() {}

  /**
   * The samples of a record.
   *
   * @param unstitchable samples that have no time, or are neither CPU nor wait samples
   * @param outOfTime samples more than an hour from the record's time
   */
  public record Decoded(List<StackSample> samples, long unstitchable, long outOfTime) {
    public Decoded {
      samples = List.copyOf(samples);
    }
  }

  /**
   * The samples of a record in protobuf or JSON.
   *
   * @param recordNanos the record's time, nanoseconds since the epoch; without it any time counts
   * @throws MalformedRecordException if the record cannot be read; the reason begins with {@code
   *     profiles-version} if it is of another version of profiles
   */
  public static Decoded decode(byte[] record, OptionalLong recordNanos)
      throws MalformedRecordException {
    return new ProfilesReader(
            isJson(record) ? ProfilesJson.read(record) : parse(record), recordNanos)
        .read();
  }

  private static ExportProfilesServiceRequest parse(byte[] record) throws MalformedRecordException {
    if (isPprof(record)) {
      throw new MalformedRecordException(PPROF);
    }
    try {
      return ExportProfilesServiceRequest.parseFrom(record);
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedRecordException("not OTLP profiles: " + e.getMessage());
    }
  }

  /** A protobuf message cannot begin so: that byte would start a group. */
  private static boolean isJson(byte[] record) {
    return record.length > 0 && record[0] == '{';
  }

  private static boolean isPprof(byte[] record) {
    try {
      return UnknownFieldSet.parseFrom(record).hasField(PPROF_STRINGS);
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }
}
