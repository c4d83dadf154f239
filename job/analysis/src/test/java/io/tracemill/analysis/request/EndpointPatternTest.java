package io.tracemill.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Frame;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class EndpointPatternTest {
  @Test
  void namesWithoutStarsMatchThemselvesOnly() {
    EndpointPattern pattern = new EndpointPattern("gateway", "GET /");

    assertThat(pattern.matches(Frame.of("gateway", "GET /"))).isTrue();
    assertThat(pattern.matches(Frame.of("gateway2", "GET /"))).isFalse();
    assertThat(pattern.matches(Frame.of("gateway", "GET /cart"))).isFalse();
    assertThat(pattern.matches(Frame.of("Gateway", "GET /"))).isFalse();
  }

  @Test
  void aStarStandsForAnyRunOfCharacters() {
    EndpointPattern pattern = new EndpointPattern("*-gateway", "* /api/*/items");

    assertThat(pattern.matches(Frame.of("eu-gateway", "GET /api/v1/items"))).isTrue();
    assertThat(pattern.matches(Frame.of("-gateway", " /api//items"))).isTrue();
    assertThat(pattern.matches(Frame.of("gateway", "GET /api/v1/items"))).isFalse();
    assertThat(pattern.matches(Frame.of("eu-gateway", "GET /api/v1/items/3"))).isFalse();
  }

  @Test
  void aLoneStarMatchesEvenTheEmptyName() {
    assertThat(new EndpointPattern("*", "*").matches(Frame.of("", ""))).isTrue();
  }

  @Test
  void charactersOfRegularExpressionsStandForThemselves() {
    EndpointPattern pattern = new EndpointPattern("a.c", "GET /{id}+");

    assertThat(pattern.matches(Frame.of("a.c", "GET /{id}+"))).isTrue();
    assertThat(pattern.matches(Frame.of("abc", "GET /{id}+"))).isFalse();
  }

  @Property
  void agreesWithARegularExpression(
      @ForAll @Chars({'a', 'b', '*'}) @StringLength(max = 8) String pattern,
      @ForAll @CharRange(from = 'a', to = 'b') @StringLength(max = 12) String name) {
    boolean expected = Pattern.matches(pattern.replace("*", ".*"), name);

    assertThat(new EndpointPattern(pattern, "*").matches(Frame.of(name, ""))).isEqualTo(expected);
  }
}
