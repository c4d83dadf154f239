package io.tracemill.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.cli.options.SkipSetting;
import io.tracemill.cli.run.TopicCreation;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviceTest {
  @Test
  void whatIsToBePastedIsReadAsItWasMeant(@TempDir Path directory) throws IOException {
    List<EndpointPattern> patterns =
        List.of(
            new EndpointPattern("gate\"way: #1", "*"), new EndpointPattern("\\a\tb", "GET {x}"));
    Path file =
        Files.writeString(
            directory.resolve("pasted.yaml"), String.join("\n", SkipSetting.lines(patterns)));

    assertThat(ConfigFile.load(file, Map.of()).get(Keys.ENDPOINTS_SKIP)).isEqualTo(patterns);
  }

  @Test
  void aFoldedCommandIsTheCommand() {
    String command =
        TopicCreation.STANDARD.command(ResultStream.PROFILES, TracemillConfig.defaults());

    List<String> lines = Advice.folded(command);

    assertThat(lines).hasSizeGreaterThan(1).allMatch(line -> line.length() <= 94);
    assertThat(String.join("\n", lines).replaceAll(" \\\\\n +", " ")).isEqualTo(command);
  }

  @Test
  void aPermissionIsGrantedByACommand() {
    assertThat(Advice.allow("read topic spans", "kafka:9092"))
        .isEqualTo(
            "kafka-acls.sh --bootstrap-server kafka:9092 --add --allow-principal User:NAME"
                + " --operation Read --topic spans");
    assertThat(Advice.allow("write transactional-id mine-", "kafka:9092"))
        .endsWith("--transactional-id mine- --resource-pattern-type prefixed");
  }
}
