package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.mutation.Subject.CategoryTime;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Subjects as a tag and what they are about. */
final class SubjectCodec {
  private static final int CATEGORY_TIME = 1;
  private static final int CATEGORY_SHARE = 2;
  private static final int PLACE_TIME = 3;
  private static final int CALL_SHARE = 4;

  private SubjectCodec() {}

  static void write(DataOutput out, Subject subject) throws IOException {
    if (subject instanceof CategoryTime category) {
      out.writeByte(CATEGORY_TIME);
      writeFlow(out, category.flow());
    } else if (subject instanceof CategoryShare category) {
      out.writeByte(CATEGORY_SHARE);
      writeFlow(out, category.flow());
    } else if (subject instanceof PlaceTime place) {
      out.writeByte(PLACE_TIME);
      FrameCodec.writeCulprit(out, place.place());
    } else if (subject instanceof CallShare call) {
      out.writeByte(CALL_SHARE);
      FrameCodec.write(out, call.caller());
      FrameCodec.write(out, call.callee());
      Varint.write(out, call.atLeast());
    }
  }

  static Subject read(DataInput in) throws IOException {
    int tag = in.readUnsignedByte();
    switch (tag) {
      case CATEGORY_TIME -> {
        return new CategoryTime(readFlow(in));
      }
      case CATEGORY_SHARE -> {
        return new CategoryShare(readFlow(in));
      }
      case PLACE_TIME -> {
        return new PlaceTime(FrameCodec.readCulprit(in));
      }
      case CALL_SHARE -> {
        Frame caller = FrameCodec.read(in);
        Frame callee = FrameCodec.read(in);
        return new CallShare(caller, callee, Varint.readUpTo(in, Integer.MAX_VALUE));
      }
      default -> throw new IOException("subject " + tag + " is not known");
    }
  }

  static void writeFlow(DataOutput out, CallTreeSignature flow) throws IOException {
    out.writeLong(flow.high());
    out.writeLong(flow.low());
  }

  static CallTreeSignature readFlow(DataInput in) throws IOException {
    long high = in.readLong();
    return new CallTreeSignature(high, in.readLong());
  }
}
