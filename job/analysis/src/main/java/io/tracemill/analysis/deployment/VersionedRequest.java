package io.tracemill.analysis.deployment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestDetails;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a kept request says about the versions of its services.
 *
 * @param timeMillis when its trace closed, milliseconds since the epoch
 * @param weight number of requests that it stands for
 * @param samplePoint its point in the sample
 * @param uniformBelow all requests of its category with smaller points are kept
 */
public record VersionedRequest(
    Frame endpoint,
    long timeMillis,
    double weight,
    double samplePoint,
    double uniformBelow,
    List<Part> parts) {
  public VersionedRequest {
    parts = List.copyOf(parts);
  }

  /**
   * What one service did, with one of its attributes. Calls, time and failure leave requests of
   * their own out that hang below the request; values do not, because kept spans have none.
   *
   * @param values of the attribute; several if calls reached different versions
   * @param calls how often the request entered the service
   * @param nanos time in the service, the sum of these calls
   * @param failed whether one of them failed
   */
  public record Part(
      String service,
      String attribute,
      List<String> values,
      int calls,
      long nanos,
      boolean failed) {
    public Part {
      values = List.copyOf(values);
    }
  }

  /** The calls of a request to one service. */
  private record Work(int calls, long nanos, boolean failed) {
    Work plus(Work more) {
      return new Work(calls + more.calls, nanos + more.nanos, failed || more.failed);
    }
  }

  private record Key(String service, String attribute) {
    static Key of(RequestAttribute attribute) {
      return new Key(attribute.service(), attribute.key());
    }
  }

  /** Whether the request may have more attributes, which come after those of its list. */
  public static boolean cut(KeptRequest request) {
    return request.attributes().size() >= RequestDetails.MAX_ATTRIBUTES;
  }

  /**
   * The versions of a kept request; empty if it is incomplete, in addition to the sample, or has
   * none of the attributes. If its list is {@link #cut}, it leaves out what may lack values.
   */
  public static Optional<VersionedRequest> of(
      KeptRequest request, Collection<String> attributes, RequestReplay replay) {
    if (!request.complete() || request.weight() == 0) {
      return Optional.empty();
    }
    Map<Key, List<String>> values = values(request, attributes);
    if (values.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Work> work = work(replay.load(request));
    List<Part> parts = new ArrayList<>();
    values.forEach(
        (key, found) -> {
          Work own = work.get(key.service());
          if (own != null) {
            parts.add(
                new Part(
                    key.service(), key.attribute(), found, own.calls(), own.nanos(), own.failed()));
          }
        });
    return Optional.of(
        new VersionedRequest(
            request.endpoint(),
            request.timeMillis(),
            request.weight(),
            request.samplePoint(),
            request.uniformBelow(),
            parts));
  }

  private static Map<Key, List<String>> values(KeptRequest request, Collection<String> attributes) {
    List<RequestAttribute> known = request.attributes();
    Map<Key, List<String>> values =
        known.stream()
            .filter(each -> attributes.contains(each.key()))
            .collect(groupingBy(Key::of, HashMap::new, mapping(RequestAttribute::value, toList())));
    if (cut(request)) {
      // The list is in order, so those before its last key are whole.
      values.remove(Key.of(known.get(known.size() - 1)));
    }
    return values;
  }

  /** The spans at which each service is entered. Those of requests of their own count there. */
  private static Map<String, Work> work(TraceTree tree) {
    Map<String, Work> byService = new HashMap<>();
    BitSet apart = new BitSet();
    for (int span = 0; span < tree.size(); span++) {
      int parent = tree.parent(span);
      if (span > 0 && (apart.get(parent) || tree.opensAsyncRequest(span))) {
        apart.set(span);
      } else if (span == 0 || tree.serviceNumber(span) != tree.serviceNumber(parent)) {
        byService.merge(
            tree.frame(span).service(),
            new Work(1, tree.recordedNanos(span), tree.error(span)),
            Work::plus);
      }
    }
    return byService;
  }
}
