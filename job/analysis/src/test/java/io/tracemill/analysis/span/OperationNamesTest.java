package io.tracemill.analysis.span;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationNamesTest {
  @ParameterizedTest
  @CsvSource({
    "GET /users/17, GET /users/{id}",
    "GET /users/17/orders/4711, GET /users/{id}/orders/{id}",
    "/17, /{id}",
    "/17/, /{id}/",
    "/17?page=2, /{id}?page=2",
    "/17#top, /{id}#top",
    "/17 HTTP, /{id} HTTP",
    "//17, //{id}",
    "/a/0123456789abcdef, /a/{hex}",
    "/a/0123456789ABCDEF0123, /a/{hex}",
    "/a/0123456789abcde, /a/0123456789abcde",
    "/a/123e4567-e89b-12d3-a456-426614174000/b, /a/{uuid}/b",
    "/a/123e4567-e89b-12d3-a456-42661417400, /a/123e4567-e89b-12d3-a456-42661417400",
    "/a/123e4567ee89b-12d3-a456-426614174000, /a/123e4567ee89b-12d3-a456-426614174000",
  })
  void segmentsThatNameOneThingBecomePlaceholders(String name, String expected) {
    assertThat(normalize(OperationNames.all(), name)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"/v1/users", "/api/v1", "17", "deadbeefdeadbeef", "GET /", "/17a", "/face", "''"})
  void everythingElseStays(String name) {
    assertThat(normalize(OperationNames.all(), name)).isEqualTo(name);
  }

  @Test
  void aNameThatNeedsNoChangeIsNotCopied() {
    Slice name = new Slice();
    name.set("/users");
    byte[] array = name.array();

    OperationNames.all().normalize(name);

    assertThat(name.array()).isSameAs(array);
  }

  @Test
  void onlyTheRulesThatAreNamedApply() {
    String name = "/1/0123456789abcdef/123e4567-e89b-12d3-a456-426614174000";

    assertThat(normalize(new OperationNames(Set.of()), name)).isEqualTo(name);
    assertThat(normalize(new OperationNames(Set.of(OperationNames.Rule.UUID)), name))
        .isEqualTo("/1/0123456789abcdef/{uuid}");
    assertThat(normalize(new OperationNames(Set.of(OperationNames.Rule.HEX)), name))
        .isEqualTo("/1/{hex}/123e4567-e89b-12d3-a456-426614174000");
  }

  @Test
  void longNamesOutgrowTheBuffer() {
    assertThat(normalize(OperationNames.all(), "/1/segment".repeat(500)))
        .isEqualTo("/{id}/segment".repeat(500));
  }

  @Property
  void agreesWithARegularExpression(
      @ForAll @Chars({'/', '1', '9', 'a', 'f', 'v', '?', ' ', '#'}) String name) {
    String expected = name.replaceAll("(?<=/)[0-9]+(?=[/?# ]|$)", "{id}");
    expected = expected.replaceAll("(?<=/)[0-9a-f]{16,}(?=[/?# ]|$)", "{hex}");

    assertThat(normalize(OperationNames.all(), name)).isEqualTo(expected);
  }

  @Property
  void aNormalFormIsItsOwn(@ForAll @Chars({'/', '1', 'a', '{', '}', '-'}) String name) {
    String once = normalize(OperationNames.all(), name);

    assertThat(normalize(OperationNames.all(), once)).isEqualTo(once);
  }

  /** The name stands in the middle of an array, as in a record. */
  private static String normalize(OperationNames names, String name) {
    byte[] bytes = ("17" + name + "/17").getBytes(UTF_8);
    Slice slice = new Slice();
    slice.set(bytes, 2, bytes.length - 5);
    names.normalize(slice);
    return slice.toString();
  }
}
