package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.RequestSums;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.PlaceTimes;
import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.LatencySketch;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.WeightedRequest;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.statistics.BinnedSample;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A cohort as tests see it: its requests as one, and by block. Everything is merged and laid out
 * once, however many subjects ask.
 */
final class Stretch {
  private static final BinnedSample NOTHING = BinnedSample.ofValues();

  private final List<Cohort.Block> blocks;
  private final List<PlaceTimes> times;
  private final Map<Culprit, OwnTimes> places = new HashMap<>();
  private final Map<Culprit, List<BinnedSample>> samples = new HashMap<>();
  private final EndpointAccumulator requests;
  private final RequestSums sums;

  /** Of one place, in all blocks. */
  private static final class OwnTimes {
    private static final OwnTimes NONE = new OwnTimes();

    private long nanos;
    private long requests;
  }

  private Stretch(List<Cohort.Block> blocks, EndpointAccumulator requests) {
    this.blocks = blocks;
    this.times = blocks.stream().map(block -> PlaceTimes.of(block.requests())).toList();
    times.forEach(this::addUp);
    this.requests = requests;
    this.sums =
        RequestSums.of(
            Stream.concat(requests.categories().values().stream(), Stream.of(requests.other()))
                .toList());
  }

  private void addUp(PlaceTimes block) {
    for (Culprit place : block.places()) {
      OwnTimes own = places.computeIfAbsent(place, unknown -> new OwnTimes());
      own.nanos += block.nanos(place);
      own.requests += block.requests(place);
    }
  }

  static Stretch of(Cohort cohort, ProfileLimits limits) {
    return new Stretch(cohort.blocks(), cohort.merged(limits));
  }

  /** All requests. */
  EndpointAccumulator requests() {
    return requests;
  }

  RequestSums sums() {
    return sums;
  }

  /**
   * The requests that were kept of each block, each standing for some of the block's: more than
   * would be left of them merged.
   */
  Stream<WeightedRequest> sampled() {
    return blocks.stream()
        .flatMap(block -> block.requests().sample().strata().stream())
        .flatMap(
            stratum ->
                stratum.requests().stream()
                    .map(request -> new WeightedRequest(request, stratum.weight())));
  }

  long count() {
    return sums.count();
  }

  /** The sums of some categories; none of those that it has not. */
  RequestSums sums(Collection<CallTreeSignature> flows) {
    return RequestSums.of(flows.stream().flatMap(flow -> category(flow).stream()).toList());
  }

  /** How many requests some categories have. */
  long count(Collection<CallTreeSignature> flows) {
    long count = 0;
    for (CallTreeSignature flow : flows) {
      CategoryAccumulator category = requests.categories().get(flow);
      count += category == null ? 0 : category.count();
    }
    return count;
  }

  Optional<CategoryAccumulator> category(CallTreeSignature flow) {
    return Optional.ofNullable(requests.categories().get(flow));
  }

  /** Whether all requests of this category can be told: none are hidden by a limit. */
  boolean knows(CallTreeSignature flow) {
    return requests.knows(flow);
  }

  /** Whether times by service are those of all requests; sums of older versions have none. */
  boolean knowsServices() {
    return blocks.stream().allMatch(block -> block.requests().hasServices());
  }

  long startMillis(int block) {
    return blocks.get(block).startMillis();
  }

  /** By block, something of its requests. */
  <T> List<T> byBlock(Function<EndpointAccumulator, T> of) {
    return blocks.stream().map(block -> of.apply(block.requests())).toList();
  }

  /** By block, the response times of a category. */
  List<BinnedSample> responseTimes(CallTreeSignature flow) {
    return byBlock(
        block -> {
          CategoryAccumulator category = block.categories().get(flow);
          return category == null ? NOTHING : BinnedSample.of(category.latency());
        });
  }

  /** All response times. */
  LatencySketch latencies() {
    LatencySketch latencies = new LatencySketch();
    requests.categories().values().forEach(category -> latencies.merge(category.latency()));
    latencies.merge(requests.other().latency());
    return latencies;
  }

  /** By block, the own times at a place. */
  List<BinnedSample> ownTimes(Culprit place) {
    return samples.computeIfAbsent(
        place, asked -> times.stream().map(block -> block.sample(asked)).toList());
  }

  /** How many requests have a place, at least ({@link PlaceTimes#requests}). */
  long requestsWith(Culprit place) {
    return own(place).requests;
  }

  /** All places that some request has. */
  Stream<Culprit> places() {
    return places.keySet().stream();
  }

  private OwnTimes own(Culprit place) {
    return places.getOrDefault(place, OwnTimes.NONE);
  }

  /** A place's own time per request of the endpoint, nanoseconds. */
  double ownMeanNanos(Culprit place) {
    return count() == 0 ? 0 : (double) own(place).nanos / count();
  }
}
