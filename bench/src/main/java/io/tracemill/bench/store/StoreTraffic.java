package io.tracemill.bench.store;

import io.tracemill.analysis.sample.NodeTimes;

import io.tracemill.analysis.sample.KeptCategory;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Random requests of 20 endpoints, each with ten categories of 50 nodes. The first category of an
 * endpoint has half of its requests, the next one half of the rest, and so on.
 */
final class StoreTraffic {
  static final int ENDPOINTS = 20;
  static final int CATEGORIES = 10;
  static final int NODES = 50;

  private static final int HOSTS = 40;
  private static final long MEAN_NANOS = 2_000_000;

  private final String[] hosts = new String[HOSTS];

  StoreTraffic() {
    for (int host = 0; host < HOSTS; host++) {
      hosts[host] = "host-" + host;
    }
  }

  static Frame endpoint(int number) {
    return Frame.of("front", "GET /endpoint-%02d".formatted(number));
  }

  static CallTreeSignature flow(int endpoint, int category) {
    long number = 1 + (long) endpoint * CATEGORIES + category;
    return new CallTreeSignature(number * 0x9E3779B97F4A7C15L, number);
  }

  /** The call tree of a category: a chain of services, each of which makes some calls. */
  static KeptCategory category(int endpoint, int category, long timeMillis) {
    List<Node> nodes = new ArrayList<>();
    nodes.add(new Node(0, endpoint(endpoint), false, 1));
    for (int node = 1; node < NODES; node++) {
      Frame frame = Frame.of("service-" + node % 12, "call-%d-%d".formatted(category, node));
      nodes.add(new Node(1 + (node - 1) % 5, frame, false, 1));
    }
    return new KeptCategory(
        timeMillis, endpoint(endpoint), flow(endpoint, category), new CanonicalForm(nodes, false));
  }

  /** How many of {@code requests} requests of an endpoint a category has. */
  static int share(int category, int requests) {
    int before = requests - (requests >> category);
    int until = category == CATEGORIES - 1 ? requests : requests - (requests >> (category + 1));
    return until - before;
  }

  KeptRequest request(int endpoint, int category, long timeMillis, SplittableRandom random) {
    int[] calls = new int[NODES];
    long[] inclusive = new long[NODES];
    long[] exclusive = new long[NODES];
    String[] at = new String[NODES];
    long total = 0;
    for (int node = NODES - 1; node >= 0; node--) {
      calls[node] = 1;
      exclusive[node] = (long) (-MEAN_NANOS * Math.log(1 - random.nextDouble()));
      total += exclusive[node];
      inclusive[node] = node % 5 == 0 ? exclusive[node] : total / (1 + node % 3);
      at[node] = hosts[random.nextInt(HOSTS)];
    }
    inclusive[0] = total;
    KeptRequest request =
        new KeptRequest(
            new TraceId(random.nextLong(), random.nextLong()),
            random.nextLong(),
            RequestRole.ENTRY,
            endpoint(endpoint),
            timeMillis,
            (timeMillis - 20_000) * 1_000_000 - total,
            total,
            random.nextInt(100) == 0,
            true,
            NODES,
            1,
            flow(endpoint, category),
            flow(endpoint, category),
            List.of(
                new RequestAttribute(
                    "front", "service.version", random.nextBoolean() ? "v1" : "v2")),
            new NodeTimes(calls, inclusive, exclusive, exclusive.clone(), at),
            Optional.empty());
    return new KeptRequest(request, 1, random.nextDouble(), 1);
  }
}
