package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much of each request's critical path is due to each service: the own time of its frames and
 * waiting for it. Filled in one thread.
 *
 * <p>Places can be added up over requests, not within one: that takes a sketch of its own. Merging
 * is associative and commutative; beyond a limit, new services are left out.
 */
public final class ServiceTimes {
  private static final long SERVICE_BYTES = 300;

  private final Map<String, Times> byService = new HashMap<>();
  private final List<Times> touched = new ArrayList<>();
  private final int limit;
  private long requests;
  private long binCount;
  private long namesBytes;

  private static final class Times {
    private final LatencySketch sketch = new LatencySketch();
    private long nanos;
    private boolean touched;
    private long ofRequest;
  }

  ServiceTimes(ProfileLimits limits) {
    this.limit = limits.maxNodes();
  }

  /** Adds one request. */
  void add(CallingContextTree request) {
    requests++;
    for (int node = 0; node < request.size(); node++) {
      @Nullable Times times = times(request.step(node).service());
      if (times != null) {
        times.ofRequest += request.exclusiveNanos(node);
        if (!times.touched) {
          times.touched = true;
          touched.add(times);
        }
      }
    }
    for (Times times : touched) {
      int bins = times.sketch.binCount();
      times.sketch.add(times.ofRequest);
      times.nanos += times.ofRequest;
      times.touched = false;
      times.ofRequest = 0;
      binCount += times.sketch.binCount() - bins;
    }
    touched.clear();
  }

  void merge(ServiceTimes other) {
    requests += other.requests;
    new TreeMap<>(other.byService)
        .forEach((service, times) -> merge(service, times.nanos, times.sketch));
  }

  private void merge(String service, long nanos, LatencySketch sketch) {
    @Nullable Times times = times(service);
    if (times != null) {
      int bins = times.sketch.binCount();
      times.sketch.merge(sketch);
      times.nanos += nanos;
      binCount += times.sketch.binCount() - bins;
    }
  }

  private @Nullable Times times(String service) {
    @Nullable Times known = byService.get(service);
    if (known != null || byService.size() >= limit || isOther(service)) {
      return known;
    }
    Times times = new Times();
    byService.put(service, times);
    namesBytes += 2L * service.length();
    return times;
  }

  /** What limits have hidden is nobody's. */
  private static boolean isOther(String service) {
    return service.equals(PathStep.OTHER.service());
  }

  /** How many requests were added. */
  long requests() {
    return requests;
  }

  /** All services, in no order. */
  public Set<String> services() {
    return Collections.unmodifiableSet(byService.keySet());
  }

  /** The time of each request that has the service; of one that is known; not to be changed. */
  public LatencySketch sketch(String service) {
    return known(service).sketch;
  }

  /** The time of all requests together, nanoseconds, exact; of a service that is known. */
  public long nanos(String service) {
    return known(service).nanos;
  }

  private Times known(String service) {
    @Nullable Times times = byService.get(service);
    if (times == null) {
      throw new IllegalArgumentException("no service " + service);
    }
    return times;
  }

  /** The most that it takes on the heap, bytes. */
  long weight() {
    return byService.size() * SERVICE_BYTES + namesBytes + binCount * LatencySketch.BIN_BYTES;
  }

  void write(DataOutput out) throws IOException {
    Varint.write(out, requests);
    Varint.write(out, byService.size());
    for (Map.Entry<String, Times> entry : new TreeMap<>(byService).entrySet()) {
      Text.write(out, entry.getKey());
      Varint.write(out, entry.getValue().nanos);
      entry.getValue().sketch.write(out);
    }
  }

  /** Adds what {@link #write} wrote. */
  void mergeFrom(DataInput in) throws IOException {
    requests += Varint.read(in);
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    for (int i = 0; i < size; i++) {
      merge(Text.read(in), Varint.read(in), LatencySketch.read(in));
    }
  }
}
