package io.tracemill.analysis.span;

import java.util.Arrays;

/**
 * One span as a decoder reads it, before validation. A decoder owns one (or a few), fills it and
 * hands it to {@link FragmentBuilder#span}, which copies its content.
 */
public final class SpanDraft {
  /** Length of an id that was absent. */
  private static final int ABSENT = 0;

  /** The lowest HTTP status of a failed server. */
  private static final int SERVER_ERROR = 500;

  /** A bit for each gRPC status of a failed server: 2, 4, 12, 13, 14 and 15. */
  private static final long GRPC_SERVER_ERRORS =
      1L << 2 | 1L << 4 | 1L << 12 | 1L << 13 | 1L << 14 | 1L << 15;

  private long traceIdHigh;
  private long traceIdLow;
  private boolean traceIdValid;
  private long spanId;
  private boolean spanIdValid;
  private long parentId;
  private boolean parentIdValid = true;
  private boolean async;
  private boolean part;
  private SpanKind kind = SpanKind.UNSPECIFIED;
  private boolean error;
  private boolean ok;
  private int httpStatus;
  private int grpcStatus;
  private long startNanos;
  private long endNanos;
  private final Slice name = new Slice();
  private Slice[] attributes = {};
  private boolean[] attributePresent = {};

  /** A draft with room for {@code attributes} projected attributes; it makes room for more. */
  public SpanDraft(int attributes) {
    ensure(attributes);
  }

  private void ensure(int size) {
    int before = attributes.length;
    attributes = Arrays.copyOf(attributes, size);
    attributePresent = Arrays.copyOf(attributePresent, size);
    for (int i = before; i < size; i++) {
      attributes[i] = new Slice();
    }
  }

  /** Resets it to an empty span. */
  public void clear() {
    traceIdHigh = 0;
    traceIdLow = 0;
    traceIdValid = false;
    spanId = 0;
    spanIdValid = false;
    parentId = 0;
    parentIdValid = true;
    async = false;
    part = false;
    kind = SpanKind.UNSPECIFIED;
    error = false;
    ok = false;
    httpStatus = 0;
    grpcStatus = 0;
    startNanos = 0;
    endNanos = 0;
    name.clear();
    for (int i = 0; i < attributes.length; i++) {
      attributes[i].clear();
      attributePresent[i] = false;
    }
  }

  /** Sets the trace id; zero is refused later. */
  public void traceId(long high, long low) {
    traceIdHigh = high;
    traceIdLow = low;
    traceIdValid = (high | low) != 0;
  }

  /** Sets the trace id from its 16 big-endian bytes; another length is refused later. */
  public void traceId(byte[] bytes, int offset, int length) {
    if (length == 2 * Long.BYTES) {
      traceId(Bytes.bigEndianLong(bytes, offset), Bytes.bigEndianLong(bytes, offset + Long.BYTES));
    } else {
      traceId(0, 0);
    }
  }

  /** Sets the span id; zero is refused later. */
  public void spanId(long id) {
    spanId = id;
    spanIdValid = id != 0;
  }

  /** Sets the span id from its 8 big-endian bytes; another length is refused later. */
  public void spanId(byte[] bytes, int offset, int length) {
    if (length == Long.BYTES) {
      spanId(Bytes.bigEndianLong(bytes, offset));
    } else {
      spanId(0);
    }
  }

  /** Sets the parent's id; 0 means no parent. */
  public void parentId(long id) {
    parentId = id;
    parentIdValid = true;
  }

  /** Sets the parent's id from its 8 big-endian bytes; a length of 0 means no parent. */
  public void parentId(byte[] bytes, int offset, int length) {
    if (length == Long.BYTES) {
      parentId(Bytes.bigEndianLong(bytes, offset));
    } else {
      parentId = 0;
      parentIdValid = length == ABSENT;
    }
  }

  /** Marks the parent's id as present but unreadable. */
  public void parentIdInvalid() {
    parentIdValid = false;
  }

  /** Whether the parent does not wait: FOLLOWS_FROM, or a link that replaces a parent. */
  public void async(boolean async) {
    this.async = async;
  }

  /** Whether its sender may send a span in parts, some of them without time. */
  public void part(boolean part) {
    this.part = part;
  }

  public void kind(SpanKind kind) {
    this.kind = kind;
  }

  public void error(boolean error) {
    this.error = error;
  }

  /** Whether it says that it did not fail, whatever other statuses say. */
  public void ok(boolean ok) {
    this.ok = ok;
  }

  /** The gRPC status that it sent or received; 0 is OK. */
  public void grpcStatus(int status) {
    grpcStatus = status;
  }

  /** The HTTP status that it sent or received. */
  public void httpStatus(int status) {
    httpStatus = status;
  }

  /** Start, nanoseconds since the epoch, as an unsigned number; 0 if it is not known. */
  public void startNanos(long nanos) {
    startNanos = nanos;
  }

  /** End, nanoseconds since the epoch, as an unsigned number. */
  public void endNanos(long nanos) {
    endNanos = nanos;
  }

  /** The operation's name, to be pointed at the decoder's bytes. */
  public Slice name() {
    return name;
  }

  /** The value of the projected attribute with this index, to be pointed at the decoder's bytes. */
  public Slice attribute(int index) {
    if (index >= attributes.length) {
      ensure(Math.max(index + 1, 2 * attributes.length));
    }
    attributePresent[index] = true;
    return attributes[index];
  }

  boolean traceIdValid() {
    return traceIdValid;
  }

  boolean spanIdValid() {
    return spanIdValid;
  }

  /** Whether the parent's id is valid or absent. */
  public boolean parentIdValid() {
    return parentIdValid;
  }

  public long traceIdHigh() {
    return traceIdHigh;
  }

  public long traceIdLow() {
    return traceIdLow;
  }

  public long spanId() {
    return spanId;
  }

  /** The parent's id; 0 if there is none. */
  public long parentId() {
    return parentId;
  }

  public boolean async() {
    return async;
  }

  boolean part() {
    return part;
  }

  public SpanKind kind() {
    return kind;
  }

  /** Whether it is marked as failed. */
  public boolean markedAsError() {
    return error;
  }

  /** Whether it is marked as successful. */
  public boolean markedAsOk() {
    return ok;
  }

  /**
   * Whether it is marked as failed, or its response failed and it is not marked as successful: an
   * HTTP status of 5xx on a server, a gRPC status other than OK, or on a server one that is not the
   * caller's fault (OpenTelemetry's conventions for HTTP and gRPC).
   */
  public boolean error() {
    return error || (!ok && (httpStatus | grpcStatus) != 0 && responseFailed());
  }

  private boolean responseFailed() {
    boolean server = kind == SpanKind.SERVER;
    boolean grpcServerError =
        grpcStatus < Long.SIZE && ((GRPC_SERVER_ERRORS >>> grpcStatus) & 1) != 0;
    return (server && httpStatus >= SERVER_ERROR) || (server ? grpcServerError : grpcStatus != 0);
  }

  public long startNanos() {
    return startNanos;
  }

  public long endNanos() {
    return endNanos;
  }

  /** The number of projected attributes that it has room for. */
  public int attributeCount() {
    return attributes.length;
  }

  /** Whether the projected attribute with this index has a value. */
  public boolean hasAttribute(int index) {
    return index < attributePresent.length && attributePresent[index];
  }

  /** The value of the projected attribute with this index; empty if it has none. */
  public Slice attributeValue(int index) {
    return attributes[index];
  }
}
