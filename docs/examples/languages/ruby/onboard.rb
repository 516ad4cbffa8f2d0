# Onboards a business over plain HTTP: token, business, document, status. Ruby 3.0 or newer.
require "json"
require "jwt"
require "net/http"
require "openssl"
require "securerandom"

# Ends the program unless the answer is 2xx. The body of an error has its code and message.
def send_request(method, address, headers, body = nil)
  uri = URI(address)
  response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|
    http.send_request(method, uri.request_uri, body, headers)
  end
  abort "#{method} #{uri.path}: #{response.code} #{response.body}" unless response.is_a?(Net::HTTPSuccess)
  # Storage answers without a body.
  response.body.to_s.empty? ? {} : JSON.parse(response.body)
end

# Exchanges an assertion, which works once, for an access token.
def token(issuer, client_id)
  key = OpenSSL::PKey::RSA.new(File.read(ENV.fetch("PRIVATE_KEY_FILE")))
  now = Time.now.to_i
  claims = { iss: client_id, sub: client_id, aud: issuer, iat: now, exp: now + 60, jti: SecureRandom.uuid }
  form = URI.encode_www_form(
    grant_type: "client_credentials",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: JWT.encode(claims, key, "RS256")
  )
  headers = { "Content-Type" => "application/x-www-form-urlencoded" }
  send_request("POST", "#{issuer}/oauth2/token", headers, form)["access_token"]
end

def onboard
  api = "#{ENV.fetch("API_URL")}/api/partner/v1/business-profiles"
  bearer = { "Authorization" => "Bearer #{token(ENV.fetch("ISSUER"), ENV.fetch("CLIENT_ID"))}" }
  as_json = { **bearer, "Content-Type" => "application/json" }

  business = File.read(ENV.fetch("BODY_FILE"))
  # Made from your own reference: sent again with this key, the request creates nothing more.
  key = "signup-#{JSON.parse(business)["partnerCustomerId"]}"
  created = send_request("POST", api, { **as_json, "Idempotency-Key" => key }, business)
  customer = "#{api}/#{created["value"]["customerId"]}"

  wanted = { documentCategory: "CertificateOfIncorporation", contentType: "application/pdf" }
  link = send_request("POST", "#{customer}/documents/upload-link", as_json, wanted.to_json)["value"]
  # Exactly the headers of the link: storage refuses a request with a token.
  send_request(link["method"], link["uploadUrl"], link["headers"], File.binread(ENV.fetch("DOCUMENT_FILE")))

  60.times do
    status = send_request("GET", "#{customer}/verification-status", bearer)["value"]
    document = status["documents"].find { |one| one["documentId"] == link["documentId"] }
    return status, document if document
    sleep 1
  end
  abort "The document has not been checked within a minute"
end

status, document = onboard
puts "Business: #{status["customerId"]}, #{status["verificationStatus"]}"
puts "Document: #{document["status"]}"
