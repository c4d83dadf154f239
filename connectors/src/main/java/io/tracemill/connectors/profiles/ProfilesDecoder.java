package io.tracemill.connectors.profiles;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceRequest;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.profiles.ProfilesResult.Refused;
import java.util.OptionalLong;

/** Reads stack samples from records of profiles. Never throws, whatever the bytes. */
public final class ProfilesDecoder {
  private static final String PPROF =
      "pprof samples have no times, so they cannot be matched to spans; send OTLP profiles";

  /** The field of pprof's strings; OTLP's request has no such field. */
  private static final int PPROF_STRINGS = 6;

  private ProfilesDecoder() {}

  /**
   * The samples of a record in protobuf or JSON.
   *
   * @param recordNanos the record's time, nanoseconds since the epoch; without it any time counts
   */
  public static ProfilesResult decode(byte[] record, OptionalLong recordNanos) {
    try {
      return new ProfilesReader(
              isJson(record) ? ProfilesJson.read(record) : parse(record), recordNanos)
          .read();
    } catch (MalformedRecordException e) {
      return new Refused(e.reason());
    }
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
