package io.tracemill.pipeline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.tracemill.analysis.ArchitectureRules;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String[] OPERATORS = {
    "io.tracemill.pipeline.decode..",
    "io.tracemill.pipeline.assemble..",
    "io.tracemill.pipeline.analyse..",
    "io.tracemill.pipeline.count..",
    "io.tracemill.pipeline.keep..",
    "io.tracemill.pipeline.deployments..",
    "io.tracemill.pipeline.judge..",
    "io.tracemill.pipeline.endpoint..",
    "io.tracemill.pipeline.rank..",
    "io.tracemill.pipeline.quality..",
    "io.tracemill.pipeline.alertmanager..",
    "io.tracemill.pipeline.post..",
    "io.tracemill.pipeline.webhook.."
  };
  private static final JavaClasses CLASSES = ArchitectureRules.mainClasses("io.tracemill.pipeline");

  @Test
  void theJobKnowsNoCommandLine() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("picocli..", "io.tracemill.cli..")
        .check(CLASSES);
  }

  @Test
  void operatorsKnowNeitherConfigurationNorSourcesBeyondTheRecord() {
    noClasses()
        .that()
        .resideInAnyPackage(OPERATORS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.tracemill.pipeline.config..",
            "io.tracemill.pipeline.job..",
            "io.tracemill.pipeline.source.*..",
            "io.tracemill.pipeline.topology..")
        .check(CLASSES);
  }

  @Test
  void operatorsKnowNoKafka() {
    noClasses()
        .that()
        .resideInAnyPackage(OPERATORS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.kafka..", "org.apache.flink.connector.kafka..")
        .check(CLASSES);
  }

  @Test
  void noPackageDependsOnItself() {
    ArchitectureRules.noPackageDependsOnItself(CLASSES);
  }

  @Test
  void everyPackageIsNullMarked() {
    ArchitectureRules.everyPackageIsNullMarked(CLASSES);
  }

  @Test
  void filesAreShort() throws IOException {
    ArchitectureRules.filesAreShort();
  }
}
