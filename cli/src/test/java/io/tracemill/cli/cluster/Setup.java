package io.tracemill.cli.cluster;

import io.tracemill.cli.results.SharedFolder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a trial is made of.
 *
 * @param name of the trial and of its directory
 * @param delivery as {@code output.delivery} names it
 * @param load what the job is fed with
 * @param flink settings of the cluster
 * @param proxied whether the network between the processes can be cut
 * @param state where checkpoints are
 */
record Setup(
    String name,
    String delivery,
    Load load,
    Map<String, String> flink,
    boolean proxied,
    Path state) {
  static final Path JAR = SharedFolder.project().resolve("job/pipeline/target/tracemill-job.jar");

  /** Where trials have their directories. */
  static final Path TRIALS = Path.of("target", "cluster").toAbsolutePath();

  static Setup of(String name, String delivery) {
    return new Setup(
        name, delivery, Load.slowingShop(), Map.of(), false, TRIALS.resolve(name).resolve("state"));
  }

  /** Where its processes have their files. */
  Path home() {
    return TRIALS.resolve(name);
  }

  Setup with(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(flink);
    all.putAll(settings);
    return new Setup(name, delivery, load, all, proxied, state);
  }

  Setup behindProxies() {
    return new Setup(name, delivery, load, flink, true, state);
  }

  Setup fedWith(Load other) {
    return new Setup(name, delivery, other, flink, proxied, state);
  }

  Setup stateIn(Path directory) {
    return new Setup(name, delivery, load, flink, proxied, directory);
  }
}
