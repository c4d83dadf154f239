package io.tracemill.cli.cluster;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars in the {@code lib} directory of a Flink cluster, from this test's class path. They are
 * those of flink-dist, the connector for files, and log4j. Jackson, Parquet, Kafka's client and
 * Flink's connector to it are not among them.
 */
public final class ClusterLibraries {
  private static final Pattern NAMES =
      Pattern.compile(
          "(flink-(?!connector-kafka|kubernetes-operator|parquet|test|.*-tests).*"
              + "|(kryo|minlog|objenesis|reflectasm|javassist|RoaringBitmap|snakeyaml-engine)-.*"
              + "|commons-(cli|collections|compress|io|lang3|math3|text)-.*"
              + "|(lz4-java|snappy-java|frocksdbjni|async-profiler|jsr305)-.*"
              + "|(slf4j|log4j)-.*)\\.jar");

  private ClusterLibraries() {}

  public static List<Path> jars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(jar -> NAMES.matcher(jar.getFileName().toString()).matches())
        .toList();
  }

  /** Options of a JVM that Flink runs in, with such a class path, and is quick to start. */
  public static List<String> jvmOptions(String classPath) {
    return List.of(
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-opens=java.base/java.util=ALL-UNNAMED",
        "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
        "--add-opens=java.base/java.time=ALL-UNNAMED",
        "-XX:TieredStopAtLevel=1",
        "-Dlog4j2.level=WARN",
        "-cp",
        classPath);
  }

  /** The same as the argument of {@code java -cp}. */
  public static String classPath() {
    return jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
