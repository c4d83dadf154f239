#!/bin/bash
# The topics of tracemill.yaml. All after the first is what this prints:
#   ./tracemill topics --config deploy/compose/tracemill.yaml --partitions 2
set -euo pipefail
PATH="/opt/kafka/bin:$PATH"

# The broker's clock dates the spans, so that a wrong one elsewhere makes nothing late.
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic otlp_spans --partitions 2 --replication-factor 1 --config message.timestamp.type=LogAppendTime

# where the time of each endpoint's requests went, per window
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.profiles.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=compact,delete
# what changed in an endpoint's requests, and how sure that is
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.mutations.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=compact,delete
# mutations of one cause: what somebody should look at
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.incidents.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=compact,delete
# why an endpoint's mean latency changed, as terms that add up
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.changes.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=delete
# which frames cost most over all endpoints, per window
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.hotspots.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=delete
# which services call which, how often and how fast
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.dependencies.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=delete
# what ran on a host while its spans were slow; needs stacks.topics
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.stack-explanations.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=delete
# requests that are unlike the others of their endpoint; needs anomalies.models
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.anomalies.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=delete
# new versions of services, each with a verdict on its requests
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.deployments.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=compact,delete
# which traces are worth keeping, and why
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.keep.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=delete
# how far the results can be trusted: the accounts of records and spans
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.quality.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=delete
# spans that came after their trace had closed
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.late-spans.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=delete
# records that could not be decoded, with where they came from and why
kafka-topics.sh --create --if-not-exists --bootstrap-server kafka:29092 --topic tracemill.dead-letters.v1 --partitions 2 --replication-factor 1 --config cleanup.policy=delete
