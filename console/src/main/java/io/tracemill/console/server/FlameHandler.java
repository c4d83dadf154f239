package io.tracemill.console.server;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.console.store.ProfileFlames;
import java.io.IOException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers with a profile as a file for other flame graph viewers. */
public final class FlameHandler extends PathHandler {
  private static final String PATH = ApiHandler.PREFIX + "flame";

  private final Api api;

  /** Makes files from the profiles of this API. */
  public FlameHandler(Api api) {
    super(PATH);
    this.api = api;
  }

  @Override
  void answer(Request request, Response response, Callback callback) throws IOException {
    ApiQuery query = new ApiQuery(ApiHandler.parameters(request));
    FlameGraphFormat format =
        query.choice("format", FlameGraphFormat.class, FlameGraphFormat.FOLDED);
    ProfileFlames.File file = ProfileFlames.file(profile(query.without("format")), format);
    response
        .getHeaders()
        .put(HttpHeader.CONTENT_DISPOSITION, "attachment; filename=\"%s\"".formatted(file.name()));
    Answers.write(response, callback, 200, file.contentType(), file.bytes());
  }

  /** The newest profile, or the one of a past range. */
  private EndpointProfile profile(ApiQuery query) throws IOException {
    String path = query.text("from").isPresent() ? "store/profile" : "endpoint/profile";
    return RecordJson.read(api.answer(path, query), EndpointProfile.class);
  }
}
