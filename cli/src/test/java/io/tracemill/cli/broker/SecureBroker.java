package io.tracemill.cli.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;

/**
 * A broker that demands TLS and SASL (SCRAM-SHA-512) of its clients and lets users do only what an
 * ACL allows them, and {@link #ADMINISTRATOR} everything.
 */
public final class SecureBroker implements AutoCloseable {
  public static final String ADMINISTRATOR = "admin";
  private static final String ADMINISTRATOR_PASSWORD = "of-the-admin";
  private static final String MECHANISM = "SCRAM-SHA-512";
  private static final int ITERATIONS = 4096;

  private final EmbeddedBroker broker;
  private final Path trustStore;
  private final String storePassword;

  private SecureBroker(EmbeddedBroker broker, Path trustStore, String storePassword) {
    this.broker = broker;
    this.trustStore = trustStore;
    this.storePassword = storePassword;
  }

  /**
   * Starts a broker on a free port.
   *
   * @param directory where its key store and its clients' trust store are made
   * @param storePassword the password of both
   */
  public static SecureBroker start(Path directory, String storePassword)
      throws IOException, InterruptedException {
    KeyStores stores = KeyStores.create(directory, "broker", storePassword);
    EmbeddedBroker broker = EmbeddedBroker.start(0, security(stores, storePassword));
    return new SecureBroker(broker, stores.trustStore(), storePassword);
  }

  private static BrokerSecurity security(KeyStores stores, String storePassword) {
    Map<String, String> settings = new HashMap<>(tls(stores.trustStore(), storePassword));
    settings.put("ssl.keystore.type", KeyStores.TYPE);
    settings.put("ssl.keystore.location", stores.keyStore().toString());
    settings.put("ssl.keystore.password", storePassword);
    settings.put("ssl.key.password", storePassword);
    settings.put("sasl.enabled.mechanisms", MECHANISM);
    settings.put("sasl.mechanism.inter.broker.protocol", MECHANISM);
    settings.put(
        "listener.name.broker.scram-sha-512.sasl.jaas.config",
        jaas(ADMINISTRATOR, ADMINISTRATOR_PASSWORD));
    settings.put("authorizer.class.name", StandardAuthorizer.class.getName());
    // The broker itself comes to its controller's listener without a name.
    settings.put("super.users", "User:" + ADMINISTRATOR + ";User:ANONYMOUS");
    // Records of tests are years old.
    settings.put("log.retention.ms", "-1");
    return new BrokerSecurity(
        "SASL_SSL",
        settings,
        List.of(
            "%s=[name=%s,password=%s]".formatted(MECHANISM, ADMINISTRATOR, ADMINISTRATOR_PASSWORD)),
        client(ADMINISTRATOR, ADMINISTRATOR_PASSWORD, stores.trustStore(), storePassword));
  }

  private static Map<String, String> client(
      String user, String password, Path trustStore, String storePassword) {
    Map<String, String> settings = new HashMap<>(tls(trustStore, storePassword));
    settings.put("security.protocol", "SASL_SSL");
    settings.put("sasl.mechanism", MECHANISM);
    settings.put("sasl.jaas.config", jaas(user, password));
    return settings;
  }

  private static Map<String, String> tls(Path trustStore, String password) {
    return Map.of(
        "ssl.truststore.type",
        KeyStores.TYPE,
        "ssl.truststore.location",
        trustStore.toString(),
        "ssl.truststore.password",
        password);
  }

  private static String jaas(String user, String password) {
    return "org.apache.kafka.common.security.scram.ScramLoginModule required"
        + " username=\"%s\" password=\"%s\";".formatted(user, password);
  }

  /** Host and port, as clients take it. */
  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** A PKCS12 store with the broker's certificate. */
  public Path trustStore() {
    return trustStore;
  }

  /** A store that trusts someone else on the broker's host. */
  public static Path trustStoreOfAStranger(Path directory, String storePassword)
      throws IOException, InterruptedException {
    return KeyStores.create(directory, "stranger", storePassword).trustStore();
  }

  /** What a client of this user sets, without the addresses. */
  public Map<String, String> clientOf(String user, String password) {
    return client(user, password, trustStore, storePassword);
  }

  /** What a client that may do everything sets, without the addresses. */
  public Map<String, String> clientOfAdministrator() {
    return clientOf(ADMINISTRATOR, ADMINISTRATOR_PASSWORD);
  }

  public void createTopic(String name, int partitions, Map<String, String> configs) {
    broker.createTopic(name, partitions, configs);
  }

  /** Adds a user who may do nothing yet. */
  public void addUser(String name, String password) {
    UserScramCredentialUpsertion user =
        new UserScramCredentialUpsertion(
            name, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, ITERATIONS), password);
    administer(admin -> admin.alterUserScramCredentials(List.of(user)).all());
  }

  /** Lets a user do something with all resources whose name begins with {@code prefix}. */
  public void allow(String user, ResourceType type, String prefix, AclOperation... operations) {
    ResourcePattern resources = new ResourcePattern(type, prefix, PatternType.PREFIXED);
    List<AclBinding> rules = new ArrayList<>();
    for (AclOperation operation : operations) {
      rules.add(
          new AclBinding(
              resources,
              new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW)));
    }
    administer(admin -> admin.createAcls(rules).all());
  }

  private interface Administration {
    KafkaFuture<Void> start(Admin admin);
  }

  private void administer(Administration work) {
    try (Admin admin = broker.admin()) {
      work.start(admin).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    broker.close();
  }
}
