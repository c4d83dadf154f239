package io.tracemill.cli.watch;

import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.results.PublishedRecord;
import java.util.Optional;
import java.util.function.Predicate;

/** Prints the records of one stream as they arrive, a line each. */
final class StreamLines implements View {
  private final ResultStream stream;
  private final Predicate<StreamRecord> wanted;
  private final StringBuilder lines = new StringBuilder();
  private boolean foundAny;

  /**
   * A view without records.
   *
   * @param wanted which records to show; dead letters are not JSON, so all of them are shown
   */
  StreamLines(ResultStream stream, Predicate<StreamRecord> wanted) {
    this.stream = stream;
    this.wanted = wanted;
  }

  @Override
  public void take(PublishedRecord record) {
    if (stream == ResultStream.DEAD_LETTERS) {
      show(RecordLine.ofDeadLetter(record), true);
    } else {
      record
          .record()
          .ifPresentOrElse(
              read -> Optional.of(read).filter(wanted).map(RecordLine::of).ifPresent(this::found),
              () -> show(RecordLine.ofUnreadable(record), false));
    }
  }

  private void found(String line) {
    show(line, true);
  }

  private void show(String line, boolean found) {
    foundAny |= found;
    // Senders choose its content.
    lines.append(Wording.printable(line)).append('\n');
  }

  @Override
  public boolean foundAny() {
    return foundAny;
  }

  @Override
  public String news(boolean settled) {
    String news = lines.toString();
    lines.setLength(0);
    return news;
  }
}
