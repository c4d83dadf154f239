package io.tracemill.analysis;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** What holds in every module; its {@code ArchitectureTest} adds what may depend on what. */
public final class ArchitectureRules {
  private static final int MAX_LINES = 400;

  private ArchitectureRules() {}

  /** The main classes below a package. */
  public static JavaClasses mainClasses(String packageName) {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(packageName);
  }

  /** No package depends on one that depends on it, however far around. */
  public static void noPackageDependsOnItself(JavaClasses classes) {
    slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(classes);
  }

  /** Every package says what it is, and that nothing in it is null unless it says so. */
  public static void everyPackageIsNullMarked(JavaClasses classes) {
    List<String> unmarked =
        classes.stream()
            .map(JavaClass::getPackage)
            .filter(javaPackage -> !javaPackage.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .distinct()
            .sorted()
            .toList();
    assertThat(unmarked).as("packages without @NullMarked").isEmpty();
  }

  /** No file of the module's main sources is too long to be read in one go. */
  public static void filesAreShort() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      List<Path> tooLong =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> lines(file) >= MAX_LINES)
              .toList();
      assertThat(tooLong).as("files of %d lines or more", MAX_LINES).isEmpty();
    }
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
      return SliceIdentifier.of(javaClass.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }
}
