package io.tracemill.connectors.formats;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The encoding of a topic, as some of its records tell it. */
public sealed interface Detection {
  /**
   * They all fit one encoding, and none fits another.
   *
   * @param encoding that encoding
   * @param records how many there were, at least one
   */
  record Found(Encoding encoding, int records) implements Detection {}

  /**
   * No encoding fits all of them, or several fit some.
   *
   * @param records how many there were, at least one
   * @param fits how well each encoding fits, the best first
   * @param misfits how many records fit none
   */
  record NotOne(int records, List<Fit> fits, int misfits) implements Detection {
    public NotOne {
      fits = fits.stream().sorted(Comparator.comparingInt(Fit::records).reversed()).toList();
    }

    /** In words: {@code 97 of 100 records are otlp_proto, 3 fit no encoding}. */
    public String explain() {
      Stream<String> fitting =
          fits.stream()
              .filter(fit -> fit.records() > 0)
              .map(fit -> counted(fit.records(), "is ", "are ") + fit.encoding().label());
      Stream<String> unfit =
          Stream.of(misfits)
              .filter(count -> count > 0)
              .map(count -> counted(count, "fits", "fit") + " no encoding");
      // The total appears once, after the first number.
      return Stream.concat(fitting, unfit)
          .collect(joining(", "))
          .replaceFirst(" ", " of %s ".formatted(counted(records, "record", "records")));
    }

    private static String counted(int count, String one, String many) {
      return count + " " + (count == 1 ? one : many);
    }
  }

  /** No record has a span with valid ids, so the encoding stays unknown. */
  record NoRecords() implements Detection {}

  /**
   * How well one encoding fits.
   *
   * @param records how many records fit it
   * @param firstMisfit why the first misfit does not fit; empty if all fit
   */
  record Fit(Encoding encoding, int records, String firstMisfit) {}
}
