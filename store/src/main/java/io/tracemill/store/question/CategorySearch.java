package io.tracemill.store.question;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptSample;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.CategoryProfile;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Sql;
import io.tracemill.store.engine.StoreSession;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds a category by the first hexadecimal digits. */
public final class CategorySearch {
  private static final int MAX_LISTED = 8;

  private CategorySearch() {}

  /**
   * A category of an endpoint.
   *
   * @param hex 32 hexadecimal digits
   * @param form its call tree
   */
  public record Category(Frame endpoint, String hex, CanonicalForm form) {
    /**
     * Checks that it has a node at this position.
     *
     * @throws QueryException if it has none; it names the valid positions
     */
    public void requireNode(int position) {
      if (position < 0 || position >= form.nodes().size()) {
        throw new QueryException(
            "node %d is no position in the call tree of %s; it has 0 to %d"
                .formatted(position, hex, form.nodes().size() - 1));
      }
    }

    /**
     * The times of its nodes in the requests of a filter.
     *
     * @throws QueryException if there are none
     */
    public CategoryProfile profile(StoreSession session, Filter filter) {
      CategoryProfile profile =
          CategoryProfile.of(
              KeptRequests.ofStatistics(session, filter.of(endpoint).ofCategory(hex)),
              session.rules().replay(),
              endpoint,
              CallTreeSignature.ofHex(hex),
              KeptSample.MAX_NODES);
      if (profile.nodes().isEmpty()) {
        throw new QueryException(
            "no complete request with all its spans matches; give another range or fewer"
                + " conditions");
      }
      return profile;
    }
  }

  private record Found(Frame endpoint, String hex) {}

  /**
   * The category that begins with these digits.
   *
   * @param endpoint the only endpoint to look at; several may have the same call tree
   * @throws QueryException if none or several do
   */
  public static Category one(StoreSession session, String prefix, Optional<Frame> endpoint) {
    String digits = prefix.toLowerCase(Locale.ROOT);
    if (!digits.matches("[0-9a-f]{1,32}")) {
      throw new QueryException(
          "'%s' is no category; give the first digits of one".formatted(prefix));
    }
    List<Found> found =
        session.rows(
            "SELECT DISTINCT service, operation, category FROM requests WHERE starts_with(category, %s) AND %s ORDER BY ALL"
                .formatted(Sql.text(digits), endpoint.map(Sql::isOf).orElse("true")),
            row -> new Found(Frame.of(row.getString(1), row.getString(2)), row.getString(3)));
    if (found.isEmpty()) {
      throw new QueryException(
          "no category '%s' in the store of this time; the overview of an endpoint lists its categories"
              .formatted(prefix));
    } else if (found.size() > 1) {
      throw new QueryException(
          "'%s' begins %d categories (%s); give more digits, or the endpoint"
              .formatted(
                  prefix,
                  found.size(),
                  found.stream()
                      .limit(MAX_LISTED)
                      .map(each -> each.hex + " of " + each.endpoint)
                      .collect(joining(", "))));
    }
    return withForm(session, found.get(0));
  }

  private static Category withForm(StoreSession session, Found found) {
    KeptRequest request =
        KeptRequests.one(
                session,
                "NOT path_only AND complete AND %s AND category = %s"
                    .formatted(Sql.isOf(found.endpoint), Sql.text(found.hex)))
            .orElseThrow(
                () ->
                    new QueryException(
                        "of category %s, no complete request with all its spans is kept"
                            .formatted(found.hex)));
    return new Category(
        found.endpoint,
        found.hex,
        new CategoryReplay(session.rules().replay()).form(request, KeptSample.MAX_NODES));
  }
}
