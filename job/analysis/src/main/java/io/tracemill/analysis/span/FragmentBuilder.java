package io.tracemill.analysis.span;

import java.util.Arrays;

/**
 * Turns the spans of one record into one fragment a trace.
 *
 * <p>A decoder calls {@link #begin}, then {@link #resource} for each resource and {@link #span} for
 * each of its spans. If the whole record is well formed, it calls {@link #finish}. It counts spans
 * that break a rule of semantics 3 and marks them in the fragment of their trace. Names longer than
 * {@link #MAX_NAME_BYTES} are cut. One instance serves one thread and is reused for every record.
 */
public final class FragmentBuilder {
  /** Longest service, operation, host or attribute value that is kept, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 1024;

  /** Most bytes a span entry takes beside its name and attributes. */
  private static final int MAX_FIXED = 1 + 3 * Long.BYTES + 2 * Bytes.MAX_VARINT;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The longest valid span: a day. Sums of longer ones would overflow. */
  public static final long MAX_DURATION_NANOS = 24L * 3600 * 1_000_000_000;

  /** Takes the fragments of a record. */
  public interface Consumer {
    void accept(Fragment fragment);
  }

  private final long maxFutureMillis;
  private final OperationNames names;
  private final int[] rejected = new int[RejectReason.values().length];
  private final Slice service = new Slice();
  private final Slice host = new Slice();
  private int resource;
  private long latestEndNanos;
  private int spans;

  private PendingFragment[] pending = {new PendingFragment()};
  private int pendingCount;
  private int[] slots = new int[64];

  public FragmentBuilder(SpanRules rules) {
    maxFutureMillis = rules.maxFutureMillis();
    names = new OperationNames(rules.normalization());
  }

  /** Resets for a new record. */
  public void begin(long recordMillis) {
    latestEndNanos = latestEnd(recordMillis);
    Arrays.fill(rejected, 0);
    Arrays.fill(slots, 0);
    pendingCount = 0;
    spans = 0;
    resource = 0;
    service.clear();
    host.clear();
  }

  private long latestEnd(long recordMillis) {
    // The sender chooses a record's timestamp; if it overflows 64 bits of nanoseconds, it
    // saturates.
    long furthestMillis = Long.MAX_VALUE / NANOS_PER_MILLI;
    long believed = Math.max(-furthestMillis, Math.min(recordMillis, furthestMillis));
    long latestMillis =
        Math.min(believed + Math.min(maxFutureMillis, furthestMillis), furthestMillis);
    return latestMillis * NANOS_PER_MILLI;
  }

  /** Sets the resource of the next spans; an empty host means that the host is not known. */
  public void resource(Slice service, Slice host) {
    resource++;
    this.service.set(service);
    this.host.set(host);
  }

  /** Takes one span of the current resource, or refuses it with its reason. */
  public void span(SpanDraft draft) {
    spans++;
    if (!draft.traceIdValid()) {
      rejected[RejectReason.INVALID_TRACE_ID.ordinal()]++;
      return;
    }
    PendingFragment fragment = fragment(draft.traceIdHigh(), draft.traceIdLow());
    if (!draft.spanIdValid()) {
      reject(fragment, RejectReason.INVALID_SPAN_ID);
    } else if (!draft.parentIdValid()) {
      reject(fragment, RejectReason.INVALID_PARENT_ID);
    } else if (draft.startNanos() == 0 && !draft.part()) {
      reject(fragment, RejectReason.NO_TIMESTAMP);
    } else if (draft.endNanos() < 0 || draft.endNanos() > latestEndNanos) {
      reject(fragment, tooLarge(draft.endNanos()));
    } else if (draft.startNanos() < 0 || draft.endNanos() < draft.startNanos()) {
      reject(fragment, RejectReason.NEGATIVE_DURATION);
    } else if (draft.endNanos() - draft.startNanos() > MAX_DURATION_NANOS) {
      reject(fragment, RejectReason.TOO_LONG);
    } else {
      write(fragment, draft);
    }
  }

  /** Counts parts of the record that hold something other than readable spans, each as a span. */
  public void refuse(RejectReason reason, int parts) {
    spans += parts;
    rejected[reason.ordinal()] += parts;
  }

  /** A negative number is either a time before 1970 or an unsigned one after the year 2262. */
  private static RejectReason tooLarge(long endNanos) {
    return endNanos < 0 && endNanos > Long.MIN_VALUE / 2
        ? RejectReason.BEFORE_EPOCH
        : RejectReason.IN_FUTURE;
  }

  private void reject(PendingFragment fragment, RejectReason reason) {
    rejected[reason.ordinal()]++;
    fragment.ensure(1);
    fragment.bytes[fragment.length++] = FragmentCursor.TYPE_REJECTED;
  }

  private void write(PendingFragment fragment, SpanDraft draft) {
    if (fragment.resource != resource) {
      fragment.resource = resource;
      fragment.ensure(1 + 2 * Bytes.MAX_VARINT + service.length() + host.length());
      fragment.bytes[fragment.length++] = FragmentCursor.TYPE_RESOURCE;
      fragment.name(service);
      fragment.name(host);
    }
    Slice name = draft.name();
    names.normalize(name);
    fragment.ensure(MAX_FIXED + name.length());
    boolean hasParent = draft.parentId() != 0;
    int attributes = presentAttributes(draft);
    byte[] bytes = fragment.bytes;
    int at = fragment.length;
    bytes[at++] = tag(draft, hasParent, attributes > 0);
    Bytes.putLittleEndianLong(bytes, at, draft.spanId());
    at += Long.BYTES;
    if (hasParent) {
      Bytes.putLittleEndianLong(bytes, at, draft.parentId());
      at += Long.BYTES;
    }
    Bytes.putLittleEndianLong(bytes, at, draft.startNanos());
    at += Long.BYTES;
    fragment.length = Bytes.putVarint(bytes, at, draft.endNanos() - draft.startNanos());
    fragment.name(name);
    if (attributes > 0) {
      writeAttributes(fragment, draft, attributes);
    }
    fragment.spans++;
    fragment.root |= !hasParent;
  }

  private static byte tag(SpanDraft draft, boolean hasParent, boolean hasAttributes) {
    return (byte)
        (draft.kind().ordinal()
            | (draft.error() ? FragmentCursor.FLAG_ERROR : 0)
            | (hasParent ? FragmentCursor.FLAG_PARENT : 0)
            | (hasParent && draft.async() ? FragmentCursor.FLAG_ASYNC : 0)
            | (hasAttributes ? FragmentCursor.FLAG_ATTRIBUTES : 0)
            | (draft.part() ? FragmentCursor.FLAG_PART : 0));
  }

  private static int presentAttributes(SpanDraft draft) {
    int present = 0;
    for (int i = 0; i < draft.attributeCount(); i++) {
      present += draft.hasAttribute(i) ? 1 : 0;
    }
    return present;
  }

  private static void writeAttributes(PendingFragment fragment, SpanDraft draft, int present) {
    fragment.ensure(1);
    fragment.bytes[fragment.length++] = (byte) present;
    for (int i = 0; i < draft.attributeCount(); i++) {
      if (draft.hasAttribute(i)) {
        Slice value = draft.attributeValue(i);
        fragment.ensure(1 + Bytes.MAX_VARINT + value.length());
        fragment.bytes[fragment.length++] = (byte) i;
        fragment.name(value);
      }
    }
  }

  /** Hands out the record's fragments, in the order in which their traces first appeared. */
  public void finish(long timeMillis, long claimedMillis, Consumer out) {
    for (int i = 0; i < pendingCount; i++) {
      out.accept(pending[i].toFragment(timeMillis, claimedMillis));
    }
  }

  /** Spans of the record so far, rejected ones included. */
  public int spans() {
    return spans;
  }

  /** How many of them were rejected for this reason. */
  public int rejected(RejectReason reason) {
    return rejected[reason.ordinal()];
  }

  private PendingFragment fragment(long high, long low) {
    int mask = slots.length - 1;
    int slot = slotOf(high, low, mask);
    while (slots[slot] != 0) {
      PendingFragment candidate = pending[slots[slot] - 1];
      if (candidate.high == high && candidate.low == low) {
        return candidate;
      }
      slot = (slot + 1) & mask;
    }
    return add(high, low, slot);
  }

  private PendingFragment add(long high, long low, int slot) {
    if (pendingCount == pending.length) {
      pending = Arrays.copyOf(pending, 2 * pendingCount);
      for (int i = pendingCount; i < pending.length; i++) {
        pending[i] = new PendingFragment();
      }
    }
    PendingFragment added = pending[pendingCount++];
    added.reset(high, low);
    slots[slot] = pendingCount;
    if (2 * pendingCount > slots.length) {
      rehash();
    }
    return added;
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int i = 0; i < pendingCount; i++) {
      int slot = slotOf(pending[i].high, pending[i].low, mask);
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = i + 1;
    }
  }

  private static int slotOf(long high, long low, int mask) {
    long mixed = (high ^ Long.rotateLeft(low, 32)) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & mask;
  }

  /** The growing bytes of one trace; reused for later records. */
  private static final class PendingFragment {
    private long high;
    private long low;
    private int resource;
    private int spans;
    private boolean root;
    private byte[] bytes = new byte[512];
    private int length;

    void reset(long high, long low) {
      this.high = high;
      this.low = low;
      resource = -1;
      spans = 0;
      root = false;
      length = 0;
    }

    void ensure(int more) {
      if (length + more > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
      }
    }

    void name(Slice name) {
      int size = utf8Prefix(name);
      length = Bytes.putVarint(bytes, length, size);
      System.arraycopy(name.array(), name.offset(), bytes, length, size);
      length += size;
    }

    /** Length of the longest prefix that is within the limit and does not split a character. */
    private static int utf8Prefix(Slice name) {
      if (name.length() <= MAX_NAME_BYTES) {
        return name.length();
      }
      int size = MAX_NAME_BYTES;
      while (size > MAX_NAME_BYTES - 4 && (name.array()[name.offset() + size] & 0xC0) == 0x80) {
        size--;
      }
      return size;
    }

    Fragment toFragment(long timeMillis, long claimedMillis) {
      return new Fragment(
          new TraceId(high, low),
          timeMillis,
          claimedMillis,
          spans,
          root,
          Arrays.copyOf(bytes, length));
    }
  }
}
