package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A made-up social network like that of tprof's section 4: one request in five composes a post, the
 * others read a timeline. A service works for a while before each of its calls and after the last
 * one. Each of these stretches is a place where a delay can be put.
 */
final class SocialNetwork {
  /**
   * A service with one operation.
   *
   * @param micros the mean of each stretch of its own work
   * @param chance that it is called at all, such as a database behind a cache
   * @param stages calls of one stage run side by side, the next stage waits for all of them
   */
  record Service(String name, double micros, double chance, List<List<Service>> stages) {
    Frame frame() {
      return Frame.of(name, "op");
    }

    int calls() {
      return stages.stream().mapToInt(List::size).sum();
    }
  }

  /**
   * A delay.
   *
   * @param number of the stretch: the number of calls before it
   * @param share of the executions that have it
   */
  record Delay(String service, int number, double millis, double share) {
    static final Delay NONE = new Delay("", 0, 0, 0);
  }

  private static final Service COMPOSE =
      service(
          "compose-web",
          620,
          List.of(
              leaf("unique-id", 1_230),
              service(
                  "text", 860, List.of(leaf("url-shorten", 2_710), leaf("user-mention", 3_200))),
              leaf("media", 1_970),
              leaf("user", 1_600)),
          List.of(
              service(
                  "compose-post",
                  980,
                  List.of(
                      service(
                          "post-storage-write", 860, List.of(leaf("post-mongo-insert", 3_690)))),
                  List.of(
                      service(
                          "user-timeline-write",
                          740,
                          List.of(leaf("user-timeline-mongo-update", 3_200)),
                          List.of(leaf("user-timeline-redis-update", 860))),
                      service(
                          "home-timeline-write",
                          740,
                          List.of(leaf("social-graph-get-followers", 2_950)),
                          List.of(leaf("home-timeline-redis-update", 1_840)))))));

  private static final Service READ =
      service(
          "read-web",
          480,
          List.of(
              service(
                  "user-timeline-read",
                  620,
                  List.of(leaf("user-timeline-redis-find", 820)),
                  List.of(rarely("user-timeline-mongo-find", 2_740, 0.3)),
                  List.of(
                      service(
                          "post-storage-read",
                          750,
                          List.of(leaf("post-memcached-get", 1_370)),
                          List.of(rarely("post-mongo-find", 3_290, 0.8)))))));

  private final List<KeptRequest> kept = new ArrayList<>();
  private final Delay delay;
  private final Random random;
  private final Map<String, Long> durations = new TreeMap<>();
  private final Map<String, Long> requests = new TreeMap<>();

  private SocialNetwork(Delay delay, long seed) {
    this.delay = delay;
    this.random = new Random(seed);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static Service service(String name, double micros, List<Service>... stages) {
    return new Service(name, micros, 1, List.of(stages));
  }

  private static Service leaf(String name, double micros) {
    return service(name, micros);
  }

  private static Service rarely(String name, double micros, double chance) {
    return new Service(name, micros, chance, List.of());
  }

  /** All services. */
  static List<Service> services() {
    List<Service> all = new ArrayList<>();
    collect(COMPOSE, all);
    collect(READ, all);
    return all;
  }

  private static void collect(Service service, List<Service> all) {
    all.add(service);
    service.stages().forEach(stage -> stage.forEach(callee -> collect(callee, all)));
  }

  /** What is known of so many requests with a delay. */
  static SocialNetwork play(int requests, Delay delay, long seed) {
    SocialNetwork network = new SocialNetwork(delay, seed);
    for (int request = 0; request < requests; request++) {
      network.serve(request % 5 == 0 ? COMPOSE : READ, request + 1L);
    }
    return network;
  }

  /** The diagnosis of all requests. */
  Diagnosis diagnose() {
    return diagnose(3, List.of());
  }

  Diagnosis diagnose(int top, List<EndpointPattern> ignored) {
    return Diagnosis.of(
        kept,
        new DiagnosisParameters(
            KeptTraces.rules(1_000_000), RequestTypes.endpoints(), top, 0.1, 4, ignored));
  }

  /** The mean duration of requests to this service, milliseconds. */
  double meanMillis(String service) {
    return durations.getOrDefault(service, 0L) / 1e6 / requests.getOrDefault(service, 1L);
  }

  private void serve(Service service, long id) {
    TraceSpec spec = TraceSpec.trace(id);
    serve(service, "", 0, spec, new int[1]);
    KeptRequest request = KeptTraces.of(spec);
    durations.merge(service.name(), request.durationNanos(), Long::sum);
    requests.merge(service.name(), 1L, Long::sum);
    kept.add(request);
  }

  private long serve(Service service, String parent, long begin, TraceSpec spec, int[] names) {
    String label = "span " + names[0]++;
    if (parent.isEmpty()) {
      spec.root(service.name(), begin, begin);
    } else {
      spec.child(parent, service.name(), begin, begin);
    }
    TraceSpec.SpanSpec span = spec.as(label).spans().get(spec.spans().size() - 1);
    boolean delayed = service.name().equals(delay.service()) && random.nextDouble() < delay.share();
    long now = begin;
    int number = 0;
    for (List<Service> stage : service.stages()) {
      long end = now;
      for (Service callee : stage) {
        if (random.nextDouble() < callee.chance()) {
          now += work(service, delayed && number == delay.number());
          end = Math.max(end, serve(callee, label, now, spec, names));
        }
        number++;
      }
      now = Math.max(now, end);
    }
    now += work(service, delayed && number == delay.number());
    span.end = now;
    return now;
  }

  /** Log-normal, so that some executions take several times as long as most. */
  private long work(Service service, boolean delayed) {
    double own = service.micros() * 1_000 * Math.exp(0.6 * random.nextGaussian() - 0.18);
    return (long) (own + (delayed ? delay.millis() * 1e6 : 0));
  }
}
