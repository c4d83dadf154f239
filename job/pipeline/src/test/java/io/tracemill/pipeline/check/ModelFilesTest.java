package io.tracemill.pipeline.check;

import static io.tracemill.pipeline.check.Requests.model;
import static io.tracemill.pipeline.check.Requests.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.pipeline.check.ModelFiles.Models;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModelFilesTest {
  private static final long ROOM = 1_000_000;
  private static final AnomalyModel SHOP = model("shop", 300, 1);
  private static final AnomalyModel BANK = model("bank", 200, 1);

  @TempDir private Path directory;

  private Models read() {
    return new ModelFiles(directory, ROOM).read();
  }

  @Test
  void badFilesAreCountedAndTheOthersHold() throws Exception {
    write(directory.resolve("good.tmam"), SHOP);
    byte[] good = Files.readAllBytes(directory.resolve("good.tmam"));
    Files.write(directory.resolve("cut.tmam"), Arrays.copyOf(good, good.length / 2));
    Files.writeString(directory.resolve("foreign.tmam"), "not a model");
    Files.write(directory.resolve("empty.tmam"), new byte[0]);
    byte[] damaged = good.clone();
    damaged[good.length / 2] ^= 1;
    Files.write(directory.resolve("damaged.tmam"), damaged);
    Files.createDirectory(directory.resolve("directory.tmam"));
    Files.createSymbolicLink(directory.resolve("gone.tmam"), directory.resolve("nothing"));
    Files.writeString(directory.resolve("notes.txt"), "no file of models");

    Models models = read();

    assertThat(models.byEndpoint()).containsOnlyKeys(SHOP.endpoint());
    assertThat(models.refused()).isEqualTo(6);
  }

  @Test
  void withoutADirectoryThereAreNoModels() {
    Models models = new ModelFiles(directory.resolve("none"), ROOM).read();
    assertThat(models.byEndpoint()).isEmpty();
  }

  @Test
  void filesThatChangeAreReadAgain() throws Exception {
    ModelFiles files = new ModelFiles(directory, ROOM);
    assertThat(files.read().byEndpoint()).isEmpty();

    write(directory.resolve("a.tmam"), SHOP);
    assertThat(files.read().byEndpoint()).containsOnlyKeys(SHOP.endpoint());
    assertThat(files.read()).as("unchanged").isSameAs(files.read());

    write(directory.resolve("a.tmam"), SHOP, BANK);
    assertThat(files.read().byEndpoint()).containsOnlyKeys(SHOP.endpoint(), BANK.endpoint());

    Files.delete(directory.resolve("a.tmam"));
    assertThat(files.read().byEndpoint()).isEmpty();
  }

  @Test
  void theNewerOfTwoModelsOfAnEndpointHolds() throws Exception {
    AnomalyModel newer = model("shop", 200, 2);
    write(directory.resolve("a.tmam"), newer);
    write(directory.resolve("b.tmam"), SHOP, BANK);

    assertThat(read().byEndpoint())
        .hasEntrySatisfying(
            SHOP.endpoint(), model -> assertThat(model.trainedMillis()).isEqualTo(2));
  }

  @Test
  void theBusiestEndpointsHaveTheRoom() throws Exception {
    write(directory.resolve("a.tmam"), BANK);
    write(directory.resolve("b.tmam"), SHOP);

    Models models = new ModelFiles(directory, SHOP.heapBytes()).read();

    assertThat(models.byEndpoint()).containsOnlyKeys(SHOP.endpoint());
    assertThat(models.leftOut()).isEqualTo(1);
  }
}
