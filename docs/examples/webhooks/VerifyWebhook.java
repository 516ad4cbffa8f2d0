import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies a delivery of the Partner Business Onboarding Service. Java 11 or newer, standard library only. */
public final class VerifyWebhook {
  private static final long TOLERANCE_SECONDS = 300;

  /** Answer it with 400. */
  public static final class VerificationException extends Exception {
    VerificationException(String message) {
      super(message);
    }
  }

  /** headers: names in lower case; body: the raw bytes; secrets: one or more that begin with whsec_. */
  public static void verify(Map<String, String> headers, byte[] body, List<String> secrets, long nowSeconds)
      throws VerificationException, GeneralSecurityException {
    String id = need(headers, "svc-id");
    String timestamp = need(headers, "svc-timestamp");
    String[] signatures = need(headers, "svc-signature").split(" ");
    if (!timestamp.matches("[0-9]{1,12}")) throw new VerificationException("the timestamp is not a number");
    if (Math.abs(nowSeconds - Long.parseLong(timestamp)) > TOLERANCE_SECONDS)
      throw new VerificationException("the timestamp is too far from now");

    for (String secret : secrets) {
      byte[] key = Base64.getDecoder().decode(secret.startsWith("whsec_") ? secret.substring(6) : secret);
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      byte[] expected =
          ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
      for (String signature : signatures) {
        // Takes equally long wherever the two differ.
        if (MessageDigest.isEqual(signature.getBytes(StandardCharsets.UTF_8), expected)) return;
      }
    }
    throw new VerificationException("no signature matches");
  }

  private static String need(Map<String, String> headers, String name) throws VerificationException {
    String value = headers.get(name);
    if (value == null || value.isEmpty()) throw new VerificationException("the header " + name + " is missing");
    return value;
  }

  /** To try it out: a request on standard input, headers, an empty line, the body; secrets in WEBHOOK_SECRETS. */
  public static void main(String[] args) throws Exception {
    byte[] request = System.in.readAllBytes();
    // One character for each byte, so that positions in the text are positions in the bytes.
    String text = new String(request, StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : text.substring(0, end).split("\r\n")) {
      String[] parts = line.split(": ", 2);
      headers.put(parts[0], parts[1]);
    }
    try {
      byte[] body = Arrays.copyOfRange(request, end + 4, request.length);
      List<String> secrets = List.of(System.getenv("WEBHOOK_SECRETS").split(" "));
      verify(headers, body, secrets, System.currentTimeMillis() / 1000);
      System.out.println("verified");
    } catch (VerificationException refused) {
      System.out.println("refused: " + refused.getMessage());
      System.exit(1);
    }
  }
}
