import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.UUID;

/** Onboards a business over plain HTTP: token, business, document, status. Java 17 or newer. */
public final class Onboard {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  public static void main(String[] args) throws Exception {
    try {
      onboard(setting("API_URL") + "/api/partner/v1/business-profiles", "Bearer " + token());
    } catch (IOException failed) {
      System.err.println(failed);
      System.exit(1);
    }
  }

  private static void onboard(String api, String bearer) throws Exception {
    String business = Files.readString(Path.of(setting("BODY_FILE")));
    // Made from your own reference: sent again with this key, the request creates nothing more.
    String key = "signup-" + JSONObjectUtils.parse(business).get("partnerCustomerId");
    HttpRequest.Builder create = post(api, "application/json", business).header("Idempotency-Key", key);
    String customer = api + "/" + value(send(create.header("Authorization", bearer))).get("customerId");

    String wanted = "{\"documentCategory\":\"CertificateOfIncorporation\",\"contentType\":\"application/pdf\"}";
    HttpRequest.Builder request = post(customer + "/documents/upload-link", "application/json", wanted);
    Map<String, Object> link = value(send(request.header("Authorization", bearer)));

    Path file = Path.of(setting("DOCUMENT_FILE"));
    HttpRequest.Builder upload = HttpRequest.newBuilder(URI.create((String) link.get("uploadUrl")));
    upload.method((String) link.get("method"), BodyPublishers.ofFile(file));
    // Exactly the headers of the link: storage refuses a request with a token.
    JSONObjectUtils.getJSONObject(link, "headers").forEach((name, value) -> upload.header(name, (String) value));
    send(upload);

    for (int tries = 0; tries < 60; tries++) {
      HttpRequest.Builder read = HttpRequest.newBuilder(URI.create(customer + "/verification-status"));
      Map<String, Object> status = value(send(read.header("Authorization", bearer)));
      for (Map<String, Object> document : JSONObjectUtils.getJSONObjectArray(status, "documents")) {
        if (!document.get("documentId").equals(link.get("documentId"))) continue;
        System.out.println("Business: " + status.get("customerId") + ", " + status.get("verificationStatus"));
        System.out.println("Document: " + document.get("status"));
        return;
      }
      Thread.sleep(1000);
    }
    throw new IOException("The document has not been checked within a minute");
  }

  /** Exchanges an assertion, which works once, for an access token. */
  private static String token() throws Exception {
    String pem = Files.readString(Path.of(setting("PRIVATE_KEY_FILE")));
    byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----.*?-----", ""));
    PrivateKey key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
    String issuer = setting("ISSUER"), client = setting("CLIENT_ID");
    long now = System.currentTimeMillis();
    JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder().issuer(client).subject(client).audience(issuer);
    claims.issueTime(new Date(now)).expirationTime(new Date(now + 60_000)).jwtID(UUID.randomUUID().toString());
    SignedJWT assertion = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims.build());
    assertion.sign(new RSASSASigner(key));
    String type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    String form = "grant_type=client_credentials&client_assertion_type=" + type + "&client_assertion=";
    HttpRequest.Builder request =
        post(issuer + "/oauth2/token", "application/x-www-form-urlencoded", form + assertion.serialize());
    return (String) send(request).get("access_token");
  }

  private static HttpRequest.Builder post(String address, String contentType, String body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address)).header("Content-Type", contentType);
    return request.POST(BodyPublishers.ofString(body));
  }

  /** Fails unless the answer is 2xx. The body of an error has its code and message. */
  private static Map<String, Object> send(HttpRequest.Builder builder) throws Exception {
    HttpRequest request = builder.timeout(Duration.ofSeconds(30)).build();
    HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      String what = request.method() + " " + request.uri().getPath();
      throw new IOException(what + ": " + response.statusCode() + " " + response.body());
    }
    // Storage answers without a body.
    return response.body().isEmpty() ? Map.of() : JSONObjectUtils.parse(response.body());
  }

  private static Map<String, Object> value(Map<String, Object> answer) throws Exception {
    return JSONObjectUtils.getJSONObject(answer, "value");
  }

  private static String setting(String name) throws IOException {
    String value = System.getenv(name);
    if (value == null) throw new IOException("Set " + name);
    return value;
  }
}
