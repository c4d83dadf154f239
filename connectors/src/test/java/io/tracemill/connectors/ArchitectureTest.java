package io.tracemill.connectors;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.tracemill.analysis.ArchitectureRules;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      ArchitectureRules.mainClasses("io.tracemill.connectors");

  @Test
  void formatsKnowNoFramework() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.flink..", "org.apache.kafka..")
        .check(CLASSES);
  }

  @Test
  void onlyRecordsAreReadAndWrittenByTheModelOfJson() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tracemill.connectors.output..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.fasterxml.jackson.databind..")
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
