/**
 * OpenTelemetry's profiles ({@code v1development}), in protobuf and in JSON.
 *
 * <p>A record is one {@code ExportProfilesServiceRequest}, which has the fields of {@code
 * ProfilesData}: resources, their scopes and profiles, and one dictionary that all of them refer to
 * by index.
 */
@NullMarked
package io.tracemill.connectors.profiles;

import org.jspecify.annotations.NullMarked;
