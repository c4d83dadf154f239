# The command line and the console. Any command works in place of "console": keep, train, check, query.
# Not built here: there was no engine. The launcher was run on the files that are copied. From the
# project's directory:
#   mvn -B -ntp -DskipTests package
#   docker build -f deploy/image/console.Dockerfile -t tracemill-console:0.1.0-SNAPSHOT .
FROM eclipse-temurin:17-jre
COPY tracemill /opt/tracemill/
COPY cli/target/tracemill-cli-*.jar /opt/tracemill/cli/target/
COPY cli/target/lib /opt/tracemill/cli/target/lib
COPY console/target/tracemill-console-*.jar /opt/tracemill/console/target/
COPY console/target/lib /opt/tracemill/console/target/lib
# Tells the launcher that all is built. Flink's images have the same user, who writes the store.
RUN touch /opt/tracemill/cli/target/launcher.stamp
USER 9999:9999
# Enough to start the console, which has a heap of its own. Set more for train and other commands.
ENV TRACEMILL_OPTS=-Xmx128m
ENTRYPOINT ["/opt/tracemill/tracemill"]
CMD ["console", "--config", "/etc/tracemill/console.yaml"]
