package io.tracemill.cli.watch;

import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.NamedPlace;
import io.tracemill.cli.screen.Wording;
import java.util.Locale;

/** Formats a mutation as a line. */
final class MutationLine {
  private static final int CATEGORY_DIGITS = 8;

  private MutationLine() {}

  static String of(MutationRecord mutation) {
    return String.format(
        Locale.ROOT,
        "%s  %-8s  %-8s  %8s -> %-8s  since %s  %s: %s%s",
        Wording.clock(mutation.window().endMillis()),
        mutation.status().label(),
        mutation.kind().name().toLowerCase(Locale.ROOT),
        side(mutation.before(), mutation),
        side(mutation.after(), mutation),
        Wording.clock(mutation.sinceMillis(), mutation.window().endMillis()),
        mutation
            .endpoint()
            .map(Wording::frame)
            .orElseGet(() -> Wording.count(mutation.about().size(), "endpoint")),
        subject(mutation),
        mutation.reason().map(reason -> " (" + reason.label() + ")").orElse(""));
  }

  /** The mean time of a place or a category; otherwise the share of requests. */
  private static String side(MutationRecord.Side side, MutationRecord mutation) {
    boolean structural =
        mutation
            .category()
            .filter(category -> category.change() == MutationRecord.Change.STRUCTURAL)
            .isPresent();
    return side.meanNanos().isPresent() && !structural
        ? Wording.duration(side.meanNanos().getAsLong())
        : Wording.percent(side.share().orElse(0));
  }

  private static String subject(MutationRecord mutation) {
    return mutation
        .call()
        .or(mutation::place)
        .map(MutationLine::name)
        .orElseGet(() -> mutation.category().map(category -> category(category.id())).orElse(""));
  }

  private static String name(NamedPlace place) {
    return switch (place.type()) {
      case CALL -> caller(place) + " calls " + frame(place);
      case EDGE -> caller(place) + " -> " + place.callee().orElse("");
      case SERVICE -> "the whole service " + place.service().orElse("");
      case REQUEST -> "the requests";
      case FRAME -> frame(place);
    };
  }

  private static String caller(NamedPlace place) {
    return place
        .caller()
        .map(by -> by.operation().map(name -> by.service() + " " + name).orElse(by.service()))
        .orElse("");
  }

  private static String frame(NamedPlace place) {
    return Wording.frame(place.service().orElse(""), place.operation().orElse(""));
  }

  /** A category by the first digits of its id, which also appear in {@code traces}. */
  static String category(String id) {
    return "requests of category " + id.substring(0, Math.min(CATEGORY_DIGITS, id.length()));
  }
}
