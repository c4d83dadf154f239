package io.tracemill.console;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.tracemill.analysis.ArchitectureRules;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES = ArchitectureRules.mainClasses("io.tracemill.console");

  private static void noneOf(String packages, String... others) {
    noClasses()
        .that()
        .resideInAPackage(packages)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(CLASSES);
  }

  @Test
  void theJobsOperatorsAndTheCommandLineAreNoneOfTheConsolesBusiness() {
    noneOf(
        "io.tracemill.console..",
        "io.tracemill.pipeline.assemble..",
        "io.tracemill.pipeline.analyse..",
        "io.tracemill.pipeline.count..",
        "io.tracemill.pipeline.endpoint..",
        "io.tracemill.pipeline.keep..",
        "io.tracemill.pipeline.judge..",
        "io.tracemill.pipeline.quality..",
        "io.tracemill.pipeline.rank..",
        "io.tracemill.cli..");
  }

  @Test
  void thePictureKnowsNoServerAndNoStore() {
    noneOf(
        "io.tracemill.console.feed..",
        "org.eclipse.jetty..",
        "io.tracemill.store..",
        "io.tracemill.console.store..",
        "io.tracemill.console.api..");
  }

  @Test
  void onlyTheServerKnowsJetty() {
    for (String packages : new String[] {"feed", "api", "store", "metrics", "report"}) {
      noneOf("io.tracemill.console." + packages + "..", "org.eclipse.jetty..");
    }
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
