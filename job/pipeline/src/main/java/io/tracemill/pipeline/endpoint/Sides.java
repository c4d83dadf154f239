package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.anomaly.AnomalyRate;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.Cohort;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.pipeline.count.SealedSums;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The two sides of requests that explain an open incident.
 *
 * @param before the requests before it; kept while it lasts, because the history forgets them
 * @param after its latest requests when it was largest
 */
public record Sides(Side before, Side after) {
  /** Requests of one period. */
  public record Side(
      Period time, SealedSums requests, List<RequestRow> rows, AnomalyRate anomalies) {
    static Side of(Cohort cohort) {
      return new Side(
          cohort.time(), SealedSums.of(cohort.requests()), cohort.rows(), cohort.anomalies());
    }

    Cohort cohort() {
      return new Cohort(time, requests.sums(), rows, anomalies);
    }
  }

  /** Period, sums, rows and two counts of each side. */
  public static final class SidesCodec implements Codec<Sides> {
    private static final SealedSums.SealedCodec REQUESTS = new SealedSums.SealedCodec();

    public SidesCodec() {}

    @Override
    public void write(Sides sides, DataOutput out) throws IOException {
      write(sides.before(), out);
      write(sides.after(), out);
    }

    private static void write(Side side, DataOutput out) throws IOException {
      out.writeLong(side.time().startMillis());
      out.writeLong(side.time().endMillis());
      REQUESTS.write(side.requests(), out);
      RequestRow.write(side.rows(), out);
      out.writeLong(side.anomalies().scored());
      out.writeLong(side.anomalies().anomalies());
    }

    @Override
    public Sides read(DataInput in) throws IOException {
      return new Sides(readSide(in), readSide(in));
    }

    private static Side readSide(DataInput in) throws IOException {
      return new Side(
          new Period(in.readLong(), in.readLong()),
          REQUESTS.read(in),
          RequestRow.read(in),
          new AnomalyRate(in.readLong(), in.readLong()));
    }
  }
}
