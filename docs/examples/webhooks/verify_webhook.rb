# Verifies a delivery of the Partner Business Onboarding Service. Ruby 3.0 or newer, standard library only.
require "openssl"

TOLERANCE_SECONDS = 300

# Answer it with 400.
class VerificationError < StandardError; end

# headers: names in lower case; body: the raw bytes; secrets: one or more that begin with whsec_.
def verify_webhook(headers, body, secrets, now = Time.now.to_i)
  id, timestamp, signatures = %w[svc-id svc-timestamp svc-signature].map do |name|
    value = headers[name].to_s
    raise VerificationError, "the header #{name} is missing" if value.empty?
    value
  end
  raise VerificationError, "the timestamp is not a number" unless timestamp.match?(/\A[0-9]{1,12}\z/)
  raise VerificationError, "the timestamp is too far from now" if (now - timestamp.to_i).abs > TOLERANCE_SECONDS

  content = "#{id}.#{timestamp}.".b + body.b
  secrets.each do |secret|
    key = secret.delete_prefix("whsec_").unpack1("m")
    expected = "v1," + [OpenSSL::HMAC.digest("SHA256", key, content)].pack("m0")
    signatures.split(" ").each do |signature|
      # Takes equally long wherever the two differ.
      return if OpenSSL.secure_compare(signature, expected)
    end
  end
  raise VerificationError, "no signature matches"
end

# To try it out: a request on standard input, headers, an empty line, the body; secrets in WEBHOOK_SECRETS.
if $PROGRAM_NAME == __FILE__
  head, body = $stdin.binmode.read.split("\r\n\r\n", 2)
  headers = head.split("\r\n").to_h { |line| line.split(": ", 2) }.transform_keys(&:downcase)
  begin
    verify_webhook(headers, body, ENV.fetch("WEBHOOK_SECRETS").split)
    puts "verified"
  rescue VerificationError => e
    puts "refused: #{e.message}"
    exit 1
  end
end
