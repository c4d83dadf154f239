package io.tracemill.pipeline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.incident.HandlingRules.Owner;
import io.tracemill.analysis.incident.Mute;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.OperationNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  @TempDir
  Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing but a comment\n", "kafka:\nassembly: {}\n", "---\n"})
  void whatIsNotNamedKeepsItsDefault(String text) {
    assertThat(load(text)).isEqualTo(TracemillConfig.defaults());
  }

  @Test
  void everyTypeIsRead() {
    TracemillConfig config =
        load(
            """
            kafka:
              bootstrap-servers: "a:9092,b:9092"
              topics: [otlp_spans, "^team-.*"]
              encoding: otlp_json
              group-id: 007
              start: 2026-01-31T12:00:00+01:00
              properties: {security.protocol: SSL, ssl: {truststore.location: /etc/t.p12}}
            spans: {normalize-rules: [uuid], attributes: []}
            endpoints:
              skip: [{service: gateway, operation: "*"}]
            assembly: {quiet-period: 1500ms, max-bytes: 1MiB}
            changes: {min-effect: {share: 10%, time: 5ms}, page.ratio: 0.5, alarms-per-week: 0.5}
            changes.exclude-attributes: [host]
            links: {trace: "https://jaeger/{traceId}?from={startMillis}&to={endMillis}"}
            alertmanager: {url: "https://alerts.example:9093/base", labels: {team: shop}}
            owners: {pay*: payments, "*": platform}
            mutes:
              - reason: database moves
                service: bank
                from: 2026-11-22T03:00:00Z
                until: 2026-11-22T05:00:00+01:00
              - {reason: nightly copy, endpoint: shop *, hours: "22:00-06:30", days: [saturday], zone: Europe/Berlin}
            output: {traces: true, max-record-bytes: 1000000}
            """);

    assertThat(config.get(Keys.OWNERS))
        .containsExactly(new Owner("pay*", "payments"), new Owner("*", "platform"));
    assertThat(config.get(Keys.MUTES))
        .containsExactly(
            new Mute(
                "database moves",
                "bank",
                "*",
                Instant.parse("2026-11-22T03:00:00Z").toEpochMilli(),
                Instant.parse("2026-11-22T04:00:00Z").toEpochMilli(),
                new Mute.Hours(
                    LocalTime.MIDNIGHT,
                    LocalTime.MIDNIGHT,
                    EnumSet.allOf(DayOfWeek.class),
                    ZoneId.of("UTC"))),
            new Mute(
                "nightly copy",
                "*",
                "shop *",
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                new Mute.Hours(
                    LocalTime.of(22, 0),
                    LocalTime.of(6, 30),
                    Set.of(DayOfWeek.SATURDAY),
                    ZoneId.of("Europe/Berlin"))));
    assertThat(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS)).isEqualTo("a:9092,b:9092");
    assertThat(config.get(Keys.KAFKA_TOPICS)).containsExactly("otlp_spans", "^team-.*");
    assertThat(config.get(Keys.KAFKA_ENCODING)).isEqualTo("otlp_json");
    assertThat(config.get(Keys.KAFKA_GROUP_ID)).isEqualTo("007");
    assertThat(config.get(Keys.KAFKA_START))
        .isEqualTo(new StartPosition.At(Instant.parse("2026-01-31T11:00:00Z")));
    assertThat(config.get(Keys.KAFKA_PROPERTIES))
        .isEqualTo(Map.of("security.protocol", "SSL", "ssl.truststore.location", "/etc/t.p12"));
    assertThat(config.get(Keys.SPANS_NORMALIZE_RULES)).isEqualTo(Set.of(OperationNames.Rule.UUID));
    assertThat(config.get(Keys.SPANS_ATTRIBUTES)).isEmpty();
    assertThat(config.get(Keys.ENDPOINTS_SKIP))
        .isEqualTo(List.of(new EndpointPattern("gateway", "*")));
    assertThat(config.get(Keys.OUTPUT_TRACES)).isTrue();
    assertThat(config.get(Keys.ASSEMBLY_QUIET_PERIOD)).isEqualTo(Duration.ofMillis(1500));
    assertThat(config.get(Keys.ASSEMBLY_MAX_BYTES)).isEqualTo(1L << 20);
    assertThat(config.get(Keys.CHANGES_MIN_EFFECT_SHARE)).isEqualTo(0.1);
    assertThat(config.get(Keys.CHANGES_MIN_EFFECT_TIME)).isEqualTo(Duration.ofMillis(5));
    assertThat(config.get(Keys.CHANGES_PAGE_RATIO)).isEqualTo(0.5);
    assertThat(config.get(Keys.CHANGES_ALARMS_PER_WEEK)).isEqualTo(0.5);
    assertThat(config.get(Keys.CHANGES_EXCLUDE_ATTRIBUTES)).containsExactly("host");
    assertThat(config.get(Keys.LINKS_TRACE))
        .isEqualTo("https://jaeger/{traceId}?from={startMillis}&to={endMillis}");
    assertThat(config.get(Keys.ALERTMANAGER_URL)).isEqualTo("https://alerts.example:9093/base");
    assertThat(config.get(Keys.ALERTMANAGER_LABELS)).isEqualTo(Map.of("team", "shop"));
    assertThat(config.get(Keys.OUTPUT_MAX_RECORD_BYTES)).isEqualTo(1_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "spans: {attributes: [env]}",
        "deployments: {attributes: []}",
        "{deployments: {attributes: [env]}, spans: {attributes: [service.version, env]}}"
      })
  void deploymentsMayHaveAttributesThatSpansKeepOrTheirDefault(String text) {
    assertThatCode(() -> load(text)).doesNotThrowAnyException();
  }

  @Test
  void flinkOptionsAddToTheirDefaults() {
    assertThat(load("flink: {parallelism.default: 4, state.backend.type: rocksdb}").get(Keys.FLINK))
        .isEqualTo(
            Map.of(
                "parallelism.default", "4",
                "execution.checkpointing.interval", "10s",
                "state.backend.type", "rocksdb"));
  }

  @ParameterizedTest
  @CsvSource({
    "${SET}, value",
    "${SET:-other}, value",
    "${UNSET:-other}, other",
    "${EMPTY:-other}, other",
    "a-${SET}-${UNSET:-b}, a-value-b",
    "$SET, $SET",
  })
  void environmentVariablesArePutIn(String written, String expected) {
    Map<String, String> env = Map.of("SET", "value", "EMPTY", "");

    TracemillConfig config = ConfigFile.load(file("kafka: {group-id: \"" + written + "\"}"), env);

    assertThat(config.get(Keys.KAFKA_GROUP_ID)).isEqualTo(expected);
  }

  @Test
  void numbersMayComeFromTheEnvironment() {
    Path file = file("assembly:\n  max-spans: ${MAX_SPANS}\n");

    assertThat(ConfigFile.load(file, Map.of("MAX_SPANS", "17")).get(Keys.ASSEMBLY_MAX_SPANS))
        .isEqualTo(17);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          assembly: {quiet-period: 20}         | assembly.quiet-period: "20" is not allowed; allowed: a duration from 1ms to 1h
          assembly: {quiet-period: 20d}        | assembly.quiet-period: "20d" is not allowed
          assembly: {quiet-period: 2h}         | assembly.quiet-period: "2h" is not allowed
          assembly: {quiet-period: [20s]}      | assembly.quiet-period: "[20s]" is not allowed
          assembly: {quiet-period: }           | assembly.quiet-period: "empty" is not allowed
          assembly: {max-spans: 0}             | assembly.max-spans: "0" is not allowed; allowed: a whole number from 1 to
          assembly: {max-spans: many}          | assembly.max-spans: "many" is not allowed
          assembly: {max-bytes: 64 miles}      | assembly.max-bytes: "64 miles" is not allowed; allowed: bytes from 4KiB to 1GiB
          assembly: {max-bytes: 900000000000GiB} | assembly.max-bytes: "900000000000GiB" is not allowed
          assembly: {max-bytes: 1GiB, max-open-bytes: 1MiB} | assembly.max-bytes: "1073741824 bytes" is not allowed; allowed: at most assembly.max-open-bytes
          assembly: {max-duration: 15s}        | assembly.quiet-period: "20s" is not allowed; allowed: at most assembly.max-duration, which is 15s
          output: {traces: yes}                | output.traces: "yes" is not allowed; allowed: true or false
          endpoints: {remote-root: maybe}      | endpoints.remote-root: "maybe" is not allowed; allowed: one of accept, incomplete
          endpoints: {skip: [{service: a}]}    | endpoints.skip: "[{service: a}]" is not allowed; allowed: a list of {service
          endpoints: {skip: {service: a}}      | endpoints.skip: "{service: a}" is not allowed
          kafka: {start: yesterday}            | kafka.start: "yesterday" is not allowed; allowed: committed, latest, earliest, or an ISO time
          kafka: {start: "1969-12-31T00:00:00Z"} | kafka.start: "1969-12-31T00:00:00Z" is not allowed
          kafka: {encoding: avro}              | kafka.encoding: "avro" is not allowed; allowed: one of auto, otlp_proto, otlp_json
          kafka: {topics: []}                  | kafka.topics: "[]" is not allowed; allowed: a list of topics, at least one
          kafka: {topics: [a b]}               | kafka.topics: "[a b]" is not allowed
          kafka: {topics: ["^("]}              | kafka.topics: "[^(]" is not allowed; allowed: a list of topics
          kafka: {topics: otlp_spans}          | kafka.topics: "otlp_spans" is not allowed
          kafka: {properties: {group.id: a}}   | kafka.properties: "group.id" is not allowed; allowed: set kafka.group-id instead
          kafka: {properties: {a.b: 1, a: {b: 2}}} | kafka.properties: a.b is given twice
          kafka: localhost:9092                | kafka: "localhost:9092" is not allowed
          spans: {normalize-rules: [words]}    | spans.normalize-rules: "[words]" is not allowed; allowed: a list of digits, uuid, hex
          profiles: {window: 5m, slide: 2m}    | profiles.window: "5m" is not allowed; allowed: a whole multiple of profiles.slide, which is 2m, up to 720 times
          profiles: {slide: 500ms}             | profiles.slide: "500ms" is not allowed; allowed: whole seconds from 1s
          profiles: {slide: 1500ms}            | profiles.slide: "1500ms" is not allowed; allowed: whole seconds
          console: {address: 0.0.0.0}          | console.address: "0.0.0.0" is not allowed; allowed: 127.0.0.1, ::1 or localhost; or another one with console.token or console.proxy-header
          console: {address: "a:b c/"}         | console.address: "a:b c/" is not allowed; allowed: a host name or IP address
          console: {proxy-header: "X-User:"}   | console.proxy-header: "X-User:" is not allowed; allowed: the name of an HTTP header
          alertmanager: {max-age: 1s}          | alertmanager.max-age: "1s" is not allowed; allowed: more than time.out-of-orderness, which is 1s
          changes: {min-effect: 5%}            | changes.min-effect: "5%" is not allowed; allowed: the keys of this section
          changes: {min-effect: {part: 5%}}    | changes.min-effect.part is not a key
          changes: {min-effect: {time: 0us}}   | changes.min-effect.time: "0us" is not allowed; allowed: a duration from 1us to 24h
          changes: {alarms-per-week: 0}        | changes.alarms-per-week: "0" is not allowed; allowed: a number above 0 and up to 1000
          changes: {alarms-per-week: 1001}     | changes.alarms-per-week: "1001" is not allowed
          pane: 1500ms                         | pane: "1500ms" is not allowed; allowed: whole seconds
          {pane: 45s}                          | profiles.slide: "1m" is not allowed; allowed: a whole multiple of pane, which is 45s
          {pane: 7s, profiles: {window: 14m, slide: 7m}} | pane: "7s" is not allowed; allowed: with a store, a time that divides an hour
          store: {requests-per-second: 10000}  | store.requests-per-second: "10000" is not allowed; allowed: at most 200000 in pane, which is 30s
          changes: {accept-after: 9m}          | changes.accept-after: "9m" is not allowed; allowed: at least 20 times pane, which is 30s
          deployments: {attributes: [env]}     | deployments.attributes: "[env]" is not allowed; allowed: whole names (no ^) in spans.attributes, which is [service.version]
          {deployments: {attributes: [service.version]}, spans: {attributes: [env]}} | deployments.attributes: "[service.version]" is not allowed
          {deployments: {attributes: [^e]}, spans: {attributes: [^e]}} | deployments.attributes: "[^e]" is not allowed; allowed: whole names (no ^)
          mutations: {fdr: 1%}                 | mutations is not a key
          links: {trace: "http://jaeger/"}     | links.trace: "http://jaeger/" is not allowed; allowed: an http or https address with {traceId}
          links: {trace: "http://a/{traceId}/{spanId}"} | links.trace: "http://a/{traceId}/{spanId}" is not allowed
          links: {trace: "javascript:{traceId}"} | links.trace: "javascript:{traceId}" is not allowed
          links: {trace: "http:///{traceId}"}  | links.trace: "http:///{traceId}" is not allowed
          links: {trace: "http://a/b {traceId}"} | links.trace: "http://a/b {traceId}" is not allowed
          alertmanager: {url: "localhost:9093"} | alertmanager.url: this is not allowed; allowed: an http or https address without user and query
          alertmanager: {url: "http://a:b@c"}  | alertmanager.url: this is not allowed; allowed: an http or https address without
          alertmanager: {labels: {a-b: c}}     | alertmanager.labels: label "a-b" is not allowed; allowed: letters, digits and '_', and none of alertname
          alertmanager: {labels: {severity: c}} | alertmanager.labels: label "severity" is not allowed
          alertmanager: {labels: {team: ""}}   | alertmanager.labels: label "team" has no value
          alertmanager: {url: "http://a/?b"}   | alertmanager.url: this is not allowed
          webhook: {url: "http://a/hook"}      | webhook.url: a secret may not stand in this file; allowed: a reference, such as "${SECRET}"
          webhook: {url: "a/hook"}             | webhook.url: this is not allowed; allowed: a reference to an http or https address
          webhook: {url: "http://a/h?b=c d"}   | webhook.url: this is not allowed
          webhook: {key: abcdefghi}            | webhook.key: a secret may not stand in this file
          webhook: {format: teams}             | webhook.format: "teams" is not allowed; allowed: one of json, slack, pagerduty
          webhook: {format: pagerduty}         | webhook.format: "pagerduty" is not allowed; allowed: json or slack; or pagerduty with webhook.key
          webhook: {severity: urgent}          | webhook.severity: "urgent" is not allowed; allowed: one of page, ticket, info
          owners: [shop]                       | owners: "[shop]" is not allowed; allowed: a map from services to teams
          owners: {shop: ""}                   | owners: "{shop: }" is not allowed
          owners: {shop: {a: b}}               | owners: "{shop: {a: b}}" is not allowed
          mutes: {reason: a}                   | mutes: "{reason: a}" is not allowed; allowed: a list of {reason
          mutes: [{reason: a, till: b}]        | mutes: "{reason: a, till: b}" is not allowed; allowed: the fields reason, service
          mutes: [{reason: a, service: b}]     | mutes: "{reason: a, service: b}" is not allowed; allowed: a mute with an end
          mutes: [{days: [sunday]}]            | mutes: "{days: [sunday]}" is not allowed; allowed: a mute with a reason
          mutes: [{reason: a, days: [sun]}]    | mutes: days "[sun]" is not allowed; allowed: a list of days
          mutes: [{reason: a, hours: "22:00"}] | mutes: hours "22:00" is not allowed; allowed: two times of day such as 22:00-06:30
          mutes: [{reason: a, hours: "22-6"}]  | mutes: hours "22-6" is not allowed
          mutes: [{reason: a, until: tomorrow}] | mutes: until "tomorrow" is not allowed; allowed: an ISO time such as
          mutes: [{reason: a, hours: "22:00-06:00", zone: Mars}] | mutes: zone "Mars" is not allowed; allowed: a time zone
          mutes: [{reason: a, from: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z"}] | allowed: until after from
          output: {prefix: "a/b"}              | output.prefix: "a/b" is not allowed
          flink: {parallelism.default: 500}    | flink: this parallelism.default is not allowed; allowed: from 1 to state.max-parallelism, which is 128
          flink: {parallelism.default: all}    | flink: this parallelism.default is not allowed
          flink: 2                             | flink: this is not allowed; allowed: a map of Flink options
          assembly: {quiet-perod: 20s}         | assembly.quiet-perod is not a key; did you mean assembly.quiet-period?
          profiles: {quiet-period: 20s}        | profiles.quiet-period is not a key; did you mean assembly.quiet-period?
          kafak: {topics: [a]}                 | kafak is not a key; did you mean kafka?
          colour: blue                         | colour is not a key; `tracemill config` prints every key
          kafka: {group-id: a, group-id: b}    | group-id is given twice
          kafka: {group-id: "${NOT_THERE}"}    | environment variable NOT_THERE is not set; set it or write ${NOT_THERE:-default}
          kafka: {group-id: "${not a name}"}   | "${" is not allowed as such; allowed: ${NAME}, ${NAME:-default} or ${file:PATH}
          kafka: {group-id: *anchor}           | aliases are not supported; quote a text that begins with *
          kafka: [unclosed                     | not YAML
          just text                            | "just text" is not allowed
          """)
  void whatIsWrongIsSaidInOneLine(String text, String message) {
    Path file = file(text);

    assertThatThrownBy(() -> ConfigFile.load(file, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(message)
        .message()
        .hasLineCount(1);
  }

  @Test
  void aMessageSaysTheLine() {
    assertThatThrownBy(() -> load("kafka:\n  group-id: a\nassembly:\n  max-spans: none\n"))
        .hasMessageContaining(": line 4: assembly.max-spans: \"none\"");
  }

  @Test
  void aKeyGivenInBothFormsIsGivenTwice() {
    assertThatThrownBy(() -> load("assembly: {max-spans: 5}\nassembly.max-spans: 6\n"))
        .hasMessageContaining("line 2: assembly.max-spans is given twice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "console.address: localhost",
        "console.address: 127.0.1.1",
        "console.address: \"::1\"",
        "console: {address: 0.0.0.0, proxy-header: X-Forwarded-User}",
        "console: {address: \"fe80::1\", token: \"${TOKEN}\"}",
      })
  void theConsoleListensOnLoopbackOrAsksWhoCalls(String text) {
    assertThat(ConfigFile.load(file(text), Map.of("TOKEN", "0123456789abcdef")).toString())
        .doesNotContain("0123456789abcdef");
  }

  @Test
  void aSecondDocumentIsRefused() {
    assertThatThrownBy(() -> load("kafka: {group-id: a}\n---\nkafka: {group-id: b}\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("a second document");
  }

  @Test
  void aFileThatCannotBeReadIsSaidSo() throws IOException {
    Path missing = directory.resolve("missing.yaml");
    Path binary = Files.write(directory.resolve("binary.yaml"), new byte[] {(byte) 0xc3, 0x28});

    assertThatThrownBy(() -> ConfigFile.load(missing, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(missing + ": there is no such file");
    assertThatThrownBy(() -> ConfigFile.load(binary, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(binary + ": this file is not UTF-8 text");
    assertThatThrownBy(() -> ConfigFile.load(directory, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(directory + ": this file cannot be read");
  }

  private TracemillConfig load(String text) {
    return ConfigFile.load(file(text), Map.of());
  }

  private Path file(String text) {
    try {
      return Files.writeString(directory.resolve("tracemill.yaml"), text);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write the test's file", e);
    }
  }
}
