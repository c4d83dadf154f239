package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.EndpointSlide;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/** A judge who hears slide after slide. */
final class Court {
  private final JudgeRules rules;
  private Judge judge;
  private int slide;

  Court(JudgeRules rules) {
    this.rules = rules;
    judge = new Judge(rules);
  }

  Court() {
    this(SlideSpec.rules());
  }

  /** The judgement of the next slide. */
  Judgement hears(SlideSpec... slides) {
    return hears(Arrays.asList(slides));
  }

  Judgement hears(List<SlideSpec> slides) {
    slide++;
    List<EndpointSlide> built = slides.stream().map(spec -> spec.at(slide)).toList();
    return judge.judge(SlideSpec.end(slide), built);
  }

  /** That of the last of so many equal slides. */
  Judgement hearsTimes(int times, SlideSpec... slides) {
    for (int i = 1; i < times; i++) {
      hears(slides);
    }
    return hears(slides);
  }

  int slide() {
    return slide;
  }

  Judge judge() {
    return judge;
  }

  byte[] state() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      judge.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Goes on with what was written. */
  void restore() {
    try {
      restore(state());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Goes on with what a judge wrote. */
  void restore(byte[] written) throws IOException {
    judge = Judge.read(new DataInputStream(new ByteArrayInputStream(written)), rules);
  }
}
