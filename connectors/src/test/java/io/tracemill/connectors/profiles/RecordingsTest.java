package io.tracemill.connectors.profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.analysis.stack.StackSamples;
import io.tracemill.analysis.stack.look.Feature;
import io.tracemill.analysis.stack.look.SpanCohorts;
import io.tracemill.analysis.stack.look.StackExplainer;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.analysis.stack.look.StackExplanation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The recordings of the reference, with what it found in them: {@code table.txt} in {@code
 * ../shared/reference/longtale}.
 */
class RecordingsTest {
  private static final Frame SPAN = Frame.of("back", "GET /price");
  private static final int ROUNDS = 999;

  private static final Pattern BLOCK =
      Pattern.compile("(\\S+), back GET /price, (perf|jfr) (\\d*) ?by (.+): (\\S+) ?.*");
  private static final Pattern ROW =
      Pattern.compile(
          "\\s+(-?[\\d.]+)\\s+([\\d.]+)%\\s+([\\d.]+)%\\s+([\\d.]+)  (\\*?)\\s*(?:paper )?\\s*(.+)");

  private static final Map<String, StackExplanation> EXPLAINED = new HashMap<>();
  private static final List<String> PRINTED = new ArrayList<>();

  /** A row of the table. */
  private record Row(
      double coefficient, double fast, double slow, double p, boolean culprit, String name) {}

  /** A look of the table. */
  private record Look(
      String recording, String file, int hz, String depth, boolean buckets, List<Row> rows) {
    Set<Feature.Kind> kinds() {
      return switch (depth) {
        case "process" -> Set.of(Feature.Kind.PROCESS);
        case "thread" -> Set.of(Feature.Kind.THREAD);
        default -> Set.of(Feature.Kind.FUNCTION, Feature.Kind.WAIT);
      };
    }

    String title() {
      return "%s %s%s by %s%s"
          .formatted(recording, file, hz > 0 ? " " + hz : "", depth, buckets ? ", buckets" : "");
    }
  }

  @AfterAll
  static void sayWhatWasFound() {
    if (folder().isEmpty()) {
      System.out.println("stacks: skipped, there is no ../shared/reference/longtale");
    }
    PRINTED.forEach(System.out::println);
  }

  @TestFactory
  Stream<DynamicTest> looksFindWhatTheReferenceFinds() throws IOException {
    return looks().stream().map(look -> DynamicTest.dynamicTest(look.title(), () -> check(look)));
  }

  /**
   * Chance decides between these probabilities, so its culprits may differ. The 0.005 of {@code
   * two} is the least that 200 rounds can give; with 999 the reference has 0.008.
   */
  private static boolean isDecided(Look look, Row row) {
    return row.p() > 0.02 || (row.p() <= 0.005 && !look.recording().equals("two"));
  }

  private static void check(Look look) throws Exception {
    StackExplanation found = explain(look);
    List<Feature> features =
        found.features().stream().filter(each -> look.kinds().contains(each.look())).toList();
    for (Row row : look.rows()) {
      List<Feature> same =
          features.stream().filter(each -> each.name().equals(row.name())).toList();
      PRINTED.add(line(look, row, same));
      if (same.isEmpty()) {
        assertThat(row.coefficient()).as("%s is not shown", row.name()).isLessThan(0.1);
      } else {
        // The reference looks at functions and waits together.
        assertThat(100 * same.stream().mapToDouble(Feature::fastShare).sum())
            .as(row.name())
            .isCloseTo(row.fast(), within(1.0));
        assertThat(100 * same.stream().mapToDouble(Feature::slowShare).sum())
            .as(row.name())
            .isCloseTo(row.slow(), within(1.0));
      }
    }
    Set<String> undecided =
        names(look.rows().stream().filter(row -> !isDecided(look, row)), Row::name);
    Set<String> expected = names(look.rows().stream().filter(Row::culprit), Row::name);
    Set<String> culprits = names(features.stream().filter(Feature::culprit), Feature::name);
    expected.removeAll(undecided);
    culprits.removeAll(undecided);
    assertThat(culprits).isEqualTo(expected);
  }

  private static <T> Set<String> names(Stream<T> rows, Function<T, String> name) {
    return rows.map(name).collect(Collectors.toCollection(TreeSet::new));
  }

  private static String line(Look look, Row row, List<Feature> found) {
    return String.format(
        Locale.ROOT,
        "%-32s %-40.40s %5.1f %5.1f %% p %.3f%s | %s",
        look.title(),
        row.name(),
        row.fast(),
        row.slow(),
        row.p(),
        row.culprit() ? "*" : " ",
        found.stream().map(RecordingsTest::figures).collect(Collectors.joining(", ")));
  }

  private static String figures(Feature found) {
    return String.format(
        Locale.ROOT,
        "%s %.1f %.1f %% p %.3f%s",
        found.look(),
        100 * found.fastShare(),
        100 * found.slowShare(),
        found.pValue(),
        found.culprit() ? "*" : "");
  }

  @TestFactory
  Stream<DynamicTest> samplesMovedInTimeNameNoCulprit() {
    return folder().stream()
        .flatMap(found -> Stream.of("neighbour", "two"))
        .map(name -> DynamicTest.dynamicTest(name, () -> checkMoved(name)));
  }

  /**
   * Moved by a third of the recording, around its end, samples and spans have nothing in common.
   */
  private static void checkMoved(String name) throws Exception {
    Recording recording = new Recording(folder().orElseThrow().resolve("data/" + name));
    List<StackSample> read = recording.read("perf");
    long first = read.stream().mapToLong(StackSample::timeNanos).min().orElseThrow();
    long length = read.stream().mapToLong(StackSample::timeNanos).max().orElseThrow() - first;
    List<StackSample> moved =
        read.stream()
            .map(each -> at(each, first + (each.timeNanos() - first + length / 3) % length))
            .toList();
    StackExplanation found = explain(recording, recording.build(moved), SpanCohorts::tail);
    assertThat(found.verdict()).isEqualTo(Verdict.NO_ANOMALY);
    assertThat(found.features()).noneMatch(Feature::culprit);
  }

  private static StackSample at(StackSample sample, long nanos) {
    return new StackSample(
        sample.thread(),
        sample.cpu(),
        sample.kind(),
        nanos,
        sample.valueNanos(),
        sample.periodNanos(),
        sample.frames());
  }

  private static StackExplanation explain(Look look) throws Exception {
    String key = look.recording() + look.file() + look.hz() + look.buckets();
    StackExplanation known = EXPLAINED.get(key);
    if (known != null) {
      return known;
    }
    Recording recording = new Recording(folder().orElseThrow().resolve("data/" + look.recording()));
    List<StackSample> read = recording.read(look.file());
    StackSamples samples =
        recording.build(look.hz() > 0 ? Recording.thinned(read, look.hz()) : read);
    StackExplanation found =
        explain(recording, samples, look.buckets() ? SpanCohorts::buckets : SpanCohorts::tail);
    EXPLAINED.put(key, found);
    return found;
  }

  private static StackExplanation explain(
      Recording recording, StackSamples samples, Function<List<LocalSpan>, SpanCohorts> policy) {
    List<LocalSpan> spans =
        recording.spans.spans().stream()
            .filter(span -> span.frame().equals(SPAN) && samples.cover(span))
            .toList();
    long first = samples.timeNanos(0);
    long last = samples.timeNanos(samples.size() - 1);
    return new StackExplainer(ROUNDS, recording.spans.own(spans), new SplittableRandom(7))
        .explain(
            new Period(first / 1_000_000, last / 1_000_000 + 1),
            SPAN,
            policy.apply(spans),
            samples);
  }

  private static List<Look> looks() throws IOException {
    List<Look> looks = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    if (folder().isEmpty()) {
      return looks;
    }
    for (String line : Files.readAllLines(folder().get().resolve("table.txt"))) {
      Matcher block = BLOCK.matcher(line);
      Matcher row = ROW.matcher(line);
      if (block.matches()) {
        int hz = block.group(3).isEmpty() ? 0 : Integer.parseInt(block.group(3));
        String name = block.group(1) + block.group(2) + hz + block.group(4);
        looks.add(
            new Look(
                block.group(1),
                block.group(2),
                hz,
                block.group(4),
                !seen.add(name),
                new ArrayList<>()));
      } else if (row.matches()) {
        looks
            .get(looks.size() - 1)
            .rows()
            .add(
                new Row(
                    Double.parseDouble(row.group(1)),
                    Double.parseDouble(row.group(2)),
                    Double.parseDouble(row.group(3)),
                    Double.parseDouble(row.group(4)),
                    !row.group(5).isEmpty(),
                    row.group(6)));
      }
    }
    return looks;
  }

  private static Optional<Path> folder() {
    Path root = Path.of("").toAbsolutePath();
    while (root != null && !Files.exists(root.resolve("job"))) {
      root = root.getParent();
    }
    return Optional.ofNullable(root)
        .map(path -> path.resolve("../shared/reference/longtale").normalize())
        .filter(Files::isDirectory);
  }
}
