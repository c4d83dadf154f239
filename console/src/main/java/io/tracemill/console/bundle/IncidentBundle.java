package io.tracemill.console.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.console.api.BoundedAnswer;
import io.tracemill.console.api.Route;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is known about an incident in two forms of at most 20,000 bytes, for a ticket and for a
 * program. Each says what it left out.
 *
 * @param json the answer to {@code incident}, with the fields {@code evidence}, {@code paths} and
 *     {@code deployments}
 */
public record IncidentBundle(String markdown, Object json) {
  /** The most bytes of each form, in UTF-8. */
  static final int MAX_BYTES = 20_000;

  /** Lengths of lists to try. */
  private static final int[] LENGTHS = {50, 20, 12, 8, 5, 3, 2, 1};

  private static final String ADDRESS = "https?://[^\\s<>#]{1,300}";

  private record Added(
      List<String> evidence, Map<String, Asked.TracePath> paths, List<Deployment> deployments) {}

  /**
   * The route of bundles.
   *
   * @param api its answers are what bundles are made of
   * @param console the address for links to the console, unless a question gives it; may be empty
   */
  public static Route route(Api api, String console) {
    return Route.of(
        "incident/bundle", IncidentBundle.class, query -> of(api, query, console), "id", "console");
  }

  private static IncidentBundle of(Api api, ApiQuery query, String usual) throws IOException {
    Optional<String> console =
        console(query)
            .or(() -> Optional.of(usual).filter(address -> !address.isEmpty()))
            .map(address -> address.endsWith("/") ? address : address + "/");
    Asked asked = Asked.ask(api, query.required("id"));
    ObjectNode json = asked.raw();
    json.setAll(RecordJson.tree(new Added(asked.evidence(), asked.paths(), asked.deployments())));
    return new IncidentBundle(
        markdown(asked, console),
        new RawValue(BoundedAnswer.of(json, Set.of("series"), MAX_BYTES)));
  }

  /** The longest text that fits. */
  private static String markdown(Asked asked, Optional<String> console) {
    for (int length : LENGTHS) {
      String text = BundleMarkdown.of(asked, console, length);
      if (text.getBytes(UTF_8).length <= MAX_BYTES) {
        return text;
      }
    }
    throw new IllegalStateException("too long: " + asked.detail().incident().id());
  }

  private static Optional<String> console(ApiQuery query) {
    Optional<String> address = query.text("console");
    if (address.isPresent() && !address.get().matches(ADDRESS)) {
      throw ApiException.badParameter(
          "console: give the address of a page without a fragment, such as http://127.0.0.1:8460/");
    }
    return address;
  }
}
