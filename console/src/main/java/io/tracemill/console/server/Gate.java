package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses requests from other sites, and requests without the token or the proxy's header if one is
 * configured. Without a token, the host must be a loopback name, the console's address or {@code
 * console.host}, so that no other site can reach the console by DNS rebinding. The token comes as
 * {@code Authorization: Bearer}, or as a cookie that the login page sets.
 */
final class Gate extends Handler.Wrapper {
  private static final String COOKIE = "tracemill-console";
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");
  private static final Set<String> OWN_SITE = Set.of("same-origin", "none");
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");

  private final Access access;
  private final Handler login;

  /**
   * A gate in front of other handlers.
   *
   * @param login answers with the page that asks for the token
   * @param inside gets the requests that pass
   */
  Gate(Access access, Handler login, Handler inside) {
    super(inside);
    this.access = access;
    this.login = login;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Protection.addTo(response.getHeaders());
    if (!METHODS.contains(request.getMethod())) {
      response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST");
      Answers.error(response, callback, 405, "method", "use GET or POST");
      return true;
    }
    if (!isOwnHost(request)) {
      Answers.error(
          response, callback, 403, "forbidden", "open the console at the address that it printed");
      return true;
    }
    if (!isOwnOrigin(request)) {
      Answers.error(response, callback, 403, "forbidden", "other sites may not use the console");
      return true;
    }
    String path = Request.getPathInContext(request);
    if (access.token().isPresent() && path.equals("/") && HttpMethod.POST.is(request.getMethod())) {
      return logIn(request, response, callback, access.token().get());
    }
    if (!access.isGuarded() || isKnown(request)) {
      return super.handle(request, response, callback);
    }
    if (path.equals("/")) {
      response.setStatus(401);
      return login.handle(request, response, callback);
    }
    if (path.startsWith("/login.")) {
      return login.handle(request, response, callback);
    }
    boolean isWrong = request.getHeaders().contains(HttpHeader.AUTHORIZATION);
    Answers.error(
        response,
        callback,
        401,
        "token-required",
        isWrong
            ? "this is not the token of console.token"
            : "log in at /, or send the token of console.token");
    return true;
  }

  /**
   * With a token, any host is allowed: another site can set the proxy's header, but cannot guess
   * the token.
   */
  private boolean isOwnHost(Request request) {
    String name = Request.getServerName(request);
    return access.token().isPresent()
        || LOOPBACK.contains(name)
        || access.address().equals(name)
        || isPublic(String.valueOf(request.getHeaders().get(HttpHeader.HOST)));
  }

  private boolean isPublic(String authority) {
    return access.host().filter(authority::equals).isPresent();
  }

  /** Browsers name the site that asks; other programs send neither header. */
  private boolean isOwnOrigin(Request request) {
    String site = request.getHeaders().get("Sec-Fetch-Site");
    boolean asksForData = Request.getPathInContext(request).startsWith(ApiHandler.PREFIX);
    if (asksForData && site != null && !OWN_SITE.contains(site)) {
      return false;
    }
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    if (origin == null) {
      return true;
    }
    int scheme = origin.indexOf("://");
    String authority = scheme < 0 ? "" : origin.substring(scheme + 3);
    return authority.equals(request.getHeaders().get(HttpHeader.HOST)) || isPublic(authority);
  }

  private boolean isKnown(Request request) {
    return access.proxyHeader().filter(name -> hasValue(request, name)).isPresent()
        || access.token().filter(token -> hasToken(request, token)).isPresent();
  }

  private static boolean hasValue(Request request, String header) {
    return Optional.ofNullable(request.getHeaders().get(header))
        .filter(value -> !value.isBlank())
        .isPresent();
  }

  private static boolean hasToken(Request request, String token) {
    String bearer = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    if (bearer != null && bearer.startsWith("Bearer ")) {
      return same(bearer.substring("Bearer ".length()), token);
    }
    List<HttpCookie> cookies = Request.getCookies(request);
    return cookies.stream()
        .filter(cookie -> cookie.getName().equals(COOKIE))
        .anyMatch(cookie -> same(cookie.getValue(), fingerprint(token)));
  }

  /**
   * The form posts to the address of the page that it covers, so that a browser keeps the hash of
   * that address.
   */
  private boolean logIn(Request request, Response response, Callback callback, String token)
      throws Exception {
    if (givenToken(request).filter(given -> same(given, token)).isEmpty()) {
      response.setStatus(401);
      return login.handle(request, response, callback);
    }
    Response.addCookie(
        response,
        HttpCookie.build(COOKIE, fingerprint(token))
            .httpOnly(true)
            .sameSite(HttpCookie.SameSite.LAX)
            .path("/")
            .build());
    Response.sendRedirect(request, response, callback, "/");
    return true;
  }

  private static Optional<String> givenToken(Request request) throws Exception {
    try {
      return Optional.ofNullable(Request.getParameters(request).getValue("token"));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The value of the cookie, a hash that does not reveal the token. */
  private static String fingerprint(String token) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(("tracemill " + token).getBytes(UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Compares two texts in constant time. */
  private static boolean same(String given, String wanted) {
    return MessageDigest.isEqual(given.getBytes(UTF_8), wanted.getBytes(UTF_8));
  }
}
