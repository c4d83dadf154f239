package io.tracemill.analysis.sums;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The counts of one endpoint's requests in one pane, or a part of them. They are integers, so parts
 * can be added in any order.
 *
 * @param endpoint the frame that names the requests
 * @param paneMillis start of the pane, milliseconds since the epoch
 * @param evidence how complete the requests are
 * @param places the counts of each place, in {@link Place#ORDER}; if there is a request, {@link
 *     Place.Request} is one of them
 * @param parents by frame, the requests that have it
 * @param calls by call, the requests that have it
 */
public record PaneCounts(
    Frame endpoint,
    long paneMillis,
    Evidence evidence,
    SortedMap<Place, PlaceCounts> places,
    SortedMap<Frame, Long> parents,
    SortedMap<Call, Long> calls) {

  /**
   * The completeness of the requests.
   *
   * @param spans number of spans of all requests, including those of incomplete traces
   * @param requests number of all requests, including those of incomplete traces
   * @param incomplete number of requests of incomplete traces, in other counts or not
   * @param lateSpans number of spans that arrived after their trace had closed
   */
  public record Evidence(long spans, long requests, long incomplete, long lateSpans) {
    /** Nothing was seen. */
    public static final Evidence NONE = new Evidence(0, 0, 0, 0);

    /** The sum of both. */
    public Evidence plus(Evidence other) {
      return new Evidence(
          spans + other.spans,
          requests + other.requests,
          incomplete + other.incomplete,
          lateSpans + other.lateSpans);
    }

    public void write(DataOutput out) throws IOException {
      Varint.write(out, spans);
      Varint.write(out, requests);
      Varint.write(out, incomplete);
      Varint.write(out, lateSpans);
    }

    /** Reads what {@link #write} wrote. */
    public static Evidence read(DataInput in) throws IOException {
      return new Evidence(Varint.read(in), Varint.read(in), Varint.read(in), Varint.read(in));
    }
  }

  public PaneCounts {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(evidence, "evidence");
    places = Collections.unmodifiableSortedMap(places);
    parents = Collections.unmodifiableSortedMap(parents);
    calls = Collections.unmodifiableSortedMap(calls);
  }

  /** The evidence of no requests. */
  public static PaneCounts of(Frame endpoint, long paneMillis, Evidence evidence) {
    return new PaneCounts(
        endpoint,
        paneMillis,
        evidence,
        new TreeMap<>(Place.ORDER),
        new TreeMap<>(),
        new TreeMap<>());
  }

  /** The number of requests in the counts. */
  public long requests() {
    PlaceCounts whole = places.get(Place.Request.WHOLE);
    return whole == null ? 0 : whole.requests();
  }

  /** The sum of two parts of the same endpoint and pane. */
  public PaneCounts plus(PaneCounts other) {
    if (!endpoint.equals(other.endpoint) || paneMillis != other.paneMillis) {
      throw new IllegalArgumentException(
          "%s at %d and %s at %d"
              .formatted(endpoint, paneMillis, other.endpoint, other.paneMillis));
    }
    return new PaneCounts(
        endpoint,
        paneMillis,
        evidence.plus(other.evidence),
        sum(places, other.places, PlaceCounts::plus),
        sum(parents, other.parents, Long::sum),
        sum(calls, other.calls, Long::sum));
  }

  private static <K, V> SortedMap<K, V> sum(
      SortedMap<K, V> some, Map<K, V> more, BinaryOperator<V> plus) {
    SortedMap<K, V> sum = new TreeMap<>(some);
    more.forEach((key, value) -> sum.merge(key, value, plus));
    return sum;
  }

  /** Writes endpoint, pane, evidence and counts. */
  public void write(DataOutput out) throws IOException {
    RequestTables tables = new RequestTables();
    tables.writeFrame(out, endpoint);
    out.writeLong(paneMillis);
    evidence.write(out);
    new Subjects(places, parents, calls).write(out, tables);
  }

  /** Reads what {@link #write} wrote. */
  public static PaneCounts read(DataInput in) throws IOException {
    RequestTables tables = new RequestTables();
    Frame endpoint = tables.readFrame(in);
    long paneMillis = in.readLong();
    Evidence evidence = Evidence.read(in);
    Subjects subjects = Subjects.read(in, tables);
    return new PaneCounts(
        endpoint, paneMillis, evidence, subjects.places(), subjects.parents(), subjects.calls());
  }
}
