package io.tracemill.analysis.anomaly;

import static io.tracemill.analysis.anomaly.GivenRequests.many;
import static io.tracemill.analysis.anomaly.GivenRequests.random;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.AnomalyModelFile.Models;
import io.tracemill.analysis.anomaly.AnomalyTrainer.Split;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.span.Frame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class AnomalyModelFileTest {
  private static final long ALL = Long.MAX_VALUE;

  @Test
  void aModelThatWasReadScoresAndExplainsAsBefore() throws IOException {
    for (Detector detector : Detector.values()) {
      AnomalyModel model = model("front", detector, 30);
      AnomalyModel read = read(write(model)).models().get(0);

      assertThat(read)
          .usingRecursiveComparison()
          .comparingOnlyFields("id", "endpoint", "trainedMillis", "requests")
          .isEqualTo(model);
      assertThat(read.detector()).isEqualTo(detector);
      assertThat(read.scores().threshold()).isEqualTo(model.scores().threshold());
      for (PathTimes request : many(50, random(9))) {
        double score = model.score(request);
        assertThat(read.score(request)).isEqualTo(score);
        assertThat(read.explain(request, score)).isEqualTo(model.explain(request, score));
        assertThat(read.unseen(request)).isEqualTo(model.unseen(request));
      }
    }
  }

  @Test
  void theBusiestEndpointsComeFirstAndTheRestIsCounted() throws IOException {
    AnomalyModel few = model("few", Detector.NEAREST, 20);
    AnomalyModel more = model("more", Detector.NEAREST, 40);
    byte[] file = write(few, more);

    assertThat(read(file).models())
        .extracting(model -> model.endpoint().service())
        .containsExactly("more", "few");
    Models one = AnomalyModelFile.read(new ByteArrayInputStream(file), more.heapBytes());
    assertThat(one.models()).hasSize(1);
    assertThat(one.leftOut()).isEqualTo(1);
  }

  @Test
  void aTruncatedFileIsRefusedWhereverItEnds() throws IOException {
    byte[] file = write(model("front", Detector.NEAREST, 10));
    for (int length = 0; length < file.length; length++) {
      byte[] part = Arrays.copyOf(file, length);
      assertThatThrownBy(() -> read(part))
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("truncated");
    }
  }

  @Test
  void aDamagedFileIsRefused() throws IOException {
    byte[] file = write(model("front", Detector.NEAREST, 10));
    for (int at = 0; at < file.length; at++) {
      byte[] damaged = file.clone();
      damaged[at] ^= 0x10;
      assertThatThrownBy(() -> read(damaged)).isInstanceOf(ModelFileException.class);
    }
    byte[] longer = Arrays.copyOf(file, file.length + 1);
    assertThatThrownBy(() -> read(longer)).hasMessageContaining("bytes after");
  }

  @Test
  void aForeignFileAndOneOfAnotherVersionAreRefusedByName() {
    byte[] text = "A text that is no model".getBytes(UTF_8);
    byte[] newer = {'T', 'M', 'A', 'M', 9, 0};

    assertThatThrownBy(() -> read(text)).hasMessageContaining("not a file of models");
    assertThatThrownBy(() -> read(newer)).hasMessageContaining("version 9");
  }

  /** With a valid checksum: whatever the bytes, it reads a model or says what is wrong. */
  @Test
  void hostileBytesAreRefusedWithoutMuchMemory() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ModelCodec.write(new DataOutputStream(bytes), model("front", Detector.NEAREST, 10));
    byte[] body = bytes.toByteArray();
    int refused = 0;
    for (int at = 0; at < body.length; at++) {
      for (int value : new int[] {0, 1, 0x7F, 0xFF}) {
        byte[] hostile = body.clone();
        hostile[at] = (byte) value;
        refused += refuses(hostile) ? 1 : 0;
        Arrays.fill(hostile, at, Math.min(at + 9, hostile.length), (byte) 0xFF);
        refused += refuses(hostile) ? 1 : 0;
      }
    }
    assertThat(refused).isGreaterThan(body.length);
  }

  private static boolean refuses(byte[] body) {
    try {
      ModelCodec.read(new DataInputStream(new ByteArrayInputStream(body)));
      return false;
    } catch (IOException | IllegalArgumentException e) {
      return true;
    }
  }

  private static AnomalyModel model(String service, Detector detector, int requests) {
    RandomGenerator random = random(2);
    return new AnomalyTrainer(AnomalyTrainer.ALARM_SHARE)
        .train(
            Frame.of(service, "GET"),
            new Split(many(requests, random), many(8, random)),
            detector,
            7,
            random,
            TrainingProgress.NONE);
  }

  private static byte[] write(AnomalyModel... models) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AnomalyModelFile.write(bytes, List.of(models));
    return bytes.toByteArray();
  }

  private static Models read(byte[] file) throws ModelFileException {
    return AnomalyModelFile.read(new ByteArrayInputStream(file), ALL);
  }
}
