package io.tracemill.analysis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES = ArchitectureRules.mainClasses("io.tracemill.analysis");

  @Test
  void theDomainKnowsNoFrameworkAndNoFormat() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.flink..", "org.apache.kafka..", "com.fasterxml..", "org.slf4j..")
        .check(CLASSES);
  }

  @Test
  void theDomainReadsNoClock() {
    noClasses()
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .check(CLASSES);
  }

  @Test
  void theDomainRollsNoDice() {
    noClasses()
        .should()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Random.class, SplittableRandom.class, ThreadLocalRandom.class)
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
