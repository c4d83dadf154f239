package io.tracemill.cli.broker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * PKCS12 stores as the JDK's keytool makes them: a key of someone on 127.0.0.1, and a trust store
 * that holds the certificate of that key alone.
 *
 * @param keyStore the key with its certificate, signed by itself
 * @param trustStore what a client needs to trust the key
 */
record KeyStores(Path keyStore, Path trustStore) {
  static final String TYPE = "PKCS12";
  private static final String PASSWORD_VARIABLE = "STORE_PASSWORD";

  /** Makes both stores in {@code directory}, under {@code password}. */
  static KeyStores create(Path directory, String name, String password)
      throws IOException, InterruptedException {
    Path keys = directory.resolve(name + ".keys.p12");
    Path trust = directory.resolve(name + ".trust.p12");
    Path certificate = directory.resolve(name + ".pem");
    String key = "-genkeypair -alias broker -keyalg EC -dname CN=" + name;
    keytool(key + " -ext SAN=ip:127.0.0.1 -validity 3650 -storetype PKCS12", keys, password);
    keytool("-exportcert -rfc -alias broker -file " + certificate, keys, password);
    keytool(
        "-importcert -noprompt -alias broker -storetype PKCS12 -file " + certificate,
        trust,
        password);
    return new KeyStores(keys, trust);
  }

  private static void keytool(String arguments, Path store, String password)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments.split(" ")));
    command.addAll(List.of("-keystore", store.toString(), "-storepass:env", PASSWORD_VARIABLE));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(Map.of(PASSWORD_VARIABLE, password));
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
  }
}
