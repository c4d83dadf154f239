package io.tracemill.console.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.console.api.Route;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The routes of an incident's bundle, in its two forms. */
public final class Bundles {
  /** Lengths of lists to try. */
  private static final int[] LENGTHS = {50, 20, 12, 8, 5, 3, 2, 1};

  private static final String ADDRESS = "https?://[^\\s<>#]{1,300}";

  private Bundles() {}

  /** A bundle as a text. */
  public record Markdown(String markdown) {}

  private record Fitting(IncidentBundle bundle, String markdown) {}

  /** The routes; they make bundles of the answers of {@code api}. */
  public static List<Route> routes(Api api) {
    return List.of(
        Route.of(
            "incident/bundle", IncidentBundle.class, query -> fitting(api, query).bundle(), "id"),
        Route.of(
            "incident/markdown",
            Markdown.class,
            query -> new Markdown(fitting(api, query).markdown()),
            "id",
            "console"));
  }

  /** The longest bundle that fits in both forms. */
  private static Fitting fitting(Api api, ApiQuery query) throws IOException {
    Optional<String> console = console(query);
    Asked asked = Asked.ask(api, query.required("id"));
    for (int length : LENGTHS) {
      IncidentBundle bundle = BundleBuilder.of(asked, length);
      String markdown = BundleMarkdown.of(bundle, console);
      if (RecordJson.bytes(bundle).length <= IncidentBundle.MAX_BYTES
          && markdown.getBytes(UTF_8).length <= IncidentBundle.MAX_BYTES) {
        return new Fitting(bundle, markdown);
      }
    }
    throw new IllegalStateException("the shortest bundle is too long: " + query.required("id"));
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
