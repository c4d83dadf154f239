package io.tracemill.store;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.tracemill.analysis.ArchitectureRules;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES = ArchitectureRules.mainClasses("io.tracemill.store");

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
