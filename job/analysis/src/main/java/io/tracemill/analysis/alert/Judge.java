package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.SlideReader;
import io.tracemill.analysis.mutation.SlideWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who hears what all endpoints have to say and decides what is worth a person's attention: which
 * findings are discoveries, how long each has to be seen before it is an alert and unseen before it
 * is none, and which of them have one cause (semantics 8).
 *
 * <p>What it remembers is bounded by {@link JudgeRules#maxAlerts}, and a tenth of that besides. The
 * order of slides within one call does not matter; the same slides have the same judgement.
 */
public final class Judge {
  private static final Comparator<Alert> LARGEST =
      Comparator.comparingLong((Alert alert) -> -alert.finding().contributionNanos())
          .thenComparing(Alert::id);

  private final JudgeRules rules;
  private final Docket docket;
  private final Incidents incidents;
  private int dropped;

  public Judge(JudgeRules rules) {
    this(rules, new Docket(rules), new Incidents());
  }

  private Judge(JudgeRules rules, Docket docket, Incidents incidents) {
    this.rules = rules;
    this.docket = docket;
    this.incidents = incidents;
  }

  /**
   * Hears one slide. Those without requests are heard too while something is open.
   *
   * @param slideEndMillis where the windows of all slides end; later than at the call before
   * @param slides of all endpoints, in any order
   */
  public Judgement judge(long slideEndMillis, List<EndpointSlide> slides) {
    Hearing hearing = new Hearing(rules, slideEndMillis, slides);
    Docket.Turn turn = docket.hear(hearing);
    dropped = docket.limit(turn);
    List<Life> fired = turn.confirmed();
    fire(fired);
    List<Life> firing = docket.firing();
    for (int i = 0; i < firing.size(); i++) {
      firing.get(i).rank(i + 1);
    }
    List<Alert> written =
        new ArrayList<>(alerts(Stream.concat(turn.updated().stream(), fired.stream())));
    List<Alert> resolved = alerts(turn.resolved().stream());
    written.addAll(resolved);
    return new Judgement(
        written.stream().map(alert -> alert.asOf(slideEndMillis)).toList(),
        incidents.report(alerts(firing.stream()), resolved, hearing.slideEndMillis(), rules));
  }

  /** In their order: who fires first may be the cause of the next. */
  private void fire(List<Life> lives) {
    List<String> ids =
        incidents.group(
            lives.stream().map(Life::alert).toList(),
            docket.firing().stream().map(Life::alert).toList());
    for (int i = 0; i < lives.size(); i++) {
      lives.get(i).fire(ids.get(i));
    }
  }

  private static List<Alert> alerts(Stream<Life> lives) {
    return lives.map(Life::alert).sorted(LARGEST).toList();
  }

  /** Whether nothing is open: no state, and no further slide that has to be heard. */
  public boolean isQuiet() {
    return docket.isEmpty() && incidents.isEmpty();
  }

  /** How many alerts fire. */
  public int firing() {
    return docket.firing().size();
  }

  /** How many candidates had no place at the last slide, to fire or to wait. */
  public int dropped() {
    return dropped;
  }

  /** Writes all that is open. */
  public void write(DataOutput out) throws IOException {
    out.writeByte(SlideWriter.VERSION);
    docket.write(out);
    incidents.write(out);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes are not a version that is known here
   */
  public static Judge read(DataInput in, JudgeRules rules) throws IOException {
    int version = in.readUnsignedByte();
    if (version < SlideReader.OLDEST || version > SlideWriter.VERSION) {
      throw new IOException("version " + version + " of a judge is not known");
    }
    Docket docket = Docket.read(in, rules, version);
    return new Judge(rules, docket, Incidents.read(in, version));
  }
}
