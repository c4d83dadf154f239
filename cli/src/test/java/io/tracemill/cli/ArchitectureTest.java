package io.tracemill.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.tracemill.analysis.ArchitectureRules;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES = ArchitectureRules.mainClasses("io.tracemill.cli");

  @Test
  void operatorsAreNoneOfTheCommandLinesBusiness() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.tracemill.pipeline.assemble..",
            "io.tracemill.pipeline.analyse..",
            "io.tracemill.pipeline.aggregate..",
            "io.tracemill.pipeline.monitor..",
            "io.tracemill.pipeline.quality..")
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
