package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.Cohort;
import io.tracemill.pipeline.aggregate.AccumulatorCodec;
import io.tracemill.pipeline.aggregate.SealedRequests;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The two sides of requests that explain an open incident.
 *
 * @param before the requests before it; kept while it lasts, because the history forgets them
 * @param after its latest requests when it was largest
 * @param highestNanos its contribution at that time
 */
public record Sides(Side before, Side after, long highestNanos) {
  /** Requests of one period. */
  public record Side(Period time, SealedRequests requests) {
    static Side of(Cohort cohort) {
      return new Side(cohort.time(), SealedRequests.of(cohort.requests()));
    }

    Cohort cohort() {
      return new Cohort(time, requests.requests());
    }
  }

  /** Height (8), then start (8), end (8) and accumulator of each side. */
  public static final class SidesCodec implements Codec<Sides> {
    private static final long serialVersionUID = 1;
    private static final AccumulatorCodec REQUESTS = new AccumulatorCodec();

    public SidesCodec() {}

    @Override
    public void write(Sides sides, DataOutput out) throws IOException {
      out.writeLong(sides.highestNanos());
      write(sides.before(), out);
      write(sides.after(), out);
    }

    private static void write(Side side, DataOutput out) throws IOException {
      out.writeLong(side.time().startMillis());
      out.writeLong(side.time().endMillis());
      REQUESTS.write(side.requests(), out);
    }

    @Override
    public Sides read(DataInput in) throws IOException {
      long highestNanos = in.readLong();
      return new Sides(readSide(in), readSide(in), highestNanos);
    }

    private static Side readSide(DataInput in) throws IOException {
      return new Side(new Period(in.readLong(), in.readLong()), REQUESTS.read(in));
    }
  }
}
