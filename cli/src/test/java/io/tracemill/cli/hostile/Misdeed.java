package io.tracemill.cli.hostile;

import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record that something is wrong with.
 *
 * @param spans in it, where it can be decoded
 * @param rejected how many of these are to be rejected
 */
public record Misdeed(
    Hostility kind, ProducerRecord<byte[], byte[]> record, int spans, int rejected) {
  /** Whether it can't be decoded. */
  public boolean malformed() {
    return spans == 0;
  }
}
