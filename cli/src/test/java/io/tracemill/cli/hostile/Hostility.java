package io.tracemill.cli.hostile;

/** Everything that senders do wrong, and how often: once for so many good traces. */
public enum Hostility {
  /** Bytes of no encoding at all, with a key that is no text either. */
  GARBAGE(100),
  /** The first half of a good record. */
  TRUNCATED(100),
  /** A well-formed record of 900 kB. */
  LARGE(1000),
  /** A record of 890 kB that is garbage. */
  LARGE_GARBAGE(1000),
  /** A whole trace, one of whose spans ends next year. */
  SPAN_OF_NEXT_YEAR(50),
  /** A whole trace, one of whose spans ended in 1969. */
  SPAN_OF_1969(50),
  /** A whole trace of now in a record whose timestamp is of next year. */
  RECORD_OF_NEXT_YEAR(100),
  /** A whole trace with a span more, which has trace id 0. */
  ZERO_TRACE_ID(50),
  /** A whole trace with a span more, which has span id 0. */
  ZERO_SPAN_ID(50),
  /** A whole trace with two spans more that are each other's parent, and one that is its own. */
  PARENT_CYCLE(50),
  /** Traces of which each has an endpoint, and below it a call, that nobody has seen before. */
  NEW_NAMES(10),
  /** One more span of a trace that never ends, without its parent. */
  ENDLESS_TRACE(100),
  /** Many requests of one endpoint at once. */
  HOT_ENDPOINT(25),
  /** Names with quotes, markup, control characters and bytes that are no text. */
  NASTY_NAMES(50),
  /** A span with a hundred thousand attributes. */
  MANY_ATTRIBUTES(1000),
  /** A span whose name has half a million characters. */
  HUGE_NAME(1000),
  /** Traces of services that nobody has seen before, in one record. */
  NEW_SERVICES(20);

  private final int every;

  Hostility(int every) {
    this.every = every;
  }

  /** Whether it is done beside the good trace of this number. */
  boolean isDoneBeside(int number) {
    return number % every == ordinal() % every;
  }
}
