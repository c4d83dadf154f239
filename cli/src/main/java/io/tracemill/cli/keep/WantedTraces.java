package io.tracemill.cli.keep;

import com.google.protobuf.ByteString;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.connectors.output.RecordJson;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The ids of wanted traces, at most so many: the oldest decision is forgotten first. Their bytes
 * are bounded for each minute of record time, so the order of partitions does not matter.
 */
final class WantedTraces {
  /** The most decisions that are read at a time. */
  static final int BATCH = 500;

  private static final class Wanted {
    private long atMillis;
    private boolean found;
    private boolean written;
  }

  /** What becomes of the traces and of their spans. */
  final KeepTotals totals = new KeepTotals();

  private final Set<KeepRecord.Reason> reasons;
  private final int most;
  private final long bytesPerMinute;
  private final Map<ByteString, Wanted> byId = new LinkedHashMap<>();
  private final TreeMap<Long, Long> bytesByMinute = new TreeMap<>();

  WantedTraces(Set<KeepRecord.Reason> reasons, int most, long bytesPerSecond) {
    this.reasons = Set.copyOf(reasons);
    this.most = most;
    this.bytesPerMinute = TimeUnit.MINUTES.toSeconds(1) * bytesPerSecond;
  }

  /**
   * Wants the trace of a {@link KeepRecord}, if its reason counts.
   *
   * @return the time of the decision, milliseconds since the epoch; 0 if it cannot be read
   */
  long add(byte[] decision) {
    try {
      KeepRecord keep = RecordJson.read(decision, KeepRecord.class);
      ByteString id = ByteString.copyFrom(HexFormat.of().parseHex(keep.traceId()));
      if (reasons.contains(keep.reason())) {
        want(id, keep.atMillis());
      }
      return keep.atMillis();
    } catch (IOException | IllegalArgumentException e) {
      totals.unreadable++;
      return 0;
    }
  }

  private void want(ByteString id, long atMillis) {
    totals.asked += byId.containsKey(id) ? 0 : 1;
    Wanted wanted = Optional.ofNullable(byId.remove(id)).orElseGet(Wanted::new);
    wanted.atMillis = atMillis;
    byId.put(id, wanted);
    if (byId.size() > most) {
      totals.forgotten += forgetOldest();
    }
  }

  /** 1 if none of its spans was found. */
  private int forgetOldest() {
    Iterator<Wanted> all = byId.values().iterator();
    Wanted oldest = all.next();
    all.remove();
    return oldest.found ? 0 : 1;
  }

  /** Whether a batch can be read without forgetting others. */
  boolean hasRoom() {
    return byId.size() + BATCH <= most;
  }

  boolean contains(ByteString id) {
    return byId.containsKey(id);
  }

  /**
   * Whether to write these bytes of a trace. Its first bytes decide for all.
   *
   * @param millis the time of their record, milliseconds since the epoch
   */
  boolean admits(ByteString id, long millis, long bytes) {
    Wanted wanted = byId.getOrDefault(id, new Wanted());
    long minute = TimeUnit.MILLISECONDS.toMinutes(millis);
    if (!wanted.found) {
      wanted.found = true;
      wanted.written = bytesByMinute.getOrDefault(minute, 0L) < bytesPerMinute;
      totals.found++;
      totals.overBudget += wanted.written ? 0 : 1;
    }
    if (wanted.written) {
      bytesByMinute.merge(minute, bytes, Long::sum);
    }
    return wanted.written;
  }

  /** Forgets all before this time, in milliseconds since the epoch. */
  void forgetBefore(long millis) {
    bytesByMinute.headMap(TimeUnit.MILLISECONDS.toMinutes(millis)).clear();
    while (!byId.isEmpty() && byId.values().iterator().next().atMillis < millis) {
      totals.missing += forgetOldest();
    }
  }
}
