package io.tracemill.analysis.alert;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.mutation.SlideWriter;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import org.apache.commons.codec.digest.MurmurHash3;

/** What alerts and incidents are known by: 128 bits, the same whenever the same input is read. */
final class Ids {
  private static final HexFormat HEX = HexFormat.of();

  private Ids() {}

  /** Of a question, the direction of its answer, and the end of the first window that gave it. */
  static String ofAlert(Question question, boolean rose, long slideEndMillis) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      Text.write(out, question.subject().kind().name());
      Text.write(out, question.scope().name());
      SlideWriter parts = new SlideWriter(out);
      parts.frame(question.endpoint());
      parts.subject(question.subject());
      out.writeBoolean(rose);
      Varint.write(out, slideEndMillis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return hex(bytes.toByteArray());
  }

  /** Of the alert that opened it. */
  static String ofIncident(String alertId) {
    return hex(("incident " + alertId).getBytes(UTF_8));
  }

  private static String hex(byte[] bytes) {
    long[] hash = MurmurHash3.hash128x64(bytes, 0, bytes.length, 0);
    return HEX.toHexDigits(hash[0]) + HEX.toHexDigits(hash[1]);
  }
}
