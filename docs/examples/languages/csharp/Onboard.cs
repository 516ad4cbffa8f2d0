// Onboards a business over plain HTTP: token, business, document, status. .NET 5 or newer, or Mono.
using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using System.Xml;
using System.Xml.Linq;
using Headers = System.Collections.Generic.Dictionary<string, string>;
#if !NET
using Mono.Security.Cryptography;
#endif

public static class Onboard
{
    private static readonly HttpClient Client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };

    public static int Main()
    {
        try
        {
            Run(Setting("API_URL") + "/api/partner/v1/business-profiles").GetAwaiter().GetResult();
            return 0;
        }
        catch (Exception failed)
        {
            Console.Error.WriteLine(failed.GetBaseException().Message);
            return 1;
        }
    }

    private static async Task Run(string api)
    {
        string token = await Token(Setting("ISSUER"), Setting("CLIENT_ID"));
        var bearer = new Headers { ["Authorization"] = "Bearer " + token };
        var json = new Headers(bearer) { ["Content-Type"] = "application/json" };

        byte[] business = File.ReadAllBytes(Setting("BODY_FILE"));
        // Made from your own reference: sent again with this key, the request creates nothing more.
        string key = "signup-" + Parse(business).Element("partnerCustomerId").Value;
        XElement created = await Send("POST", api, new Headers(json) { ["Idempotency-Key"] = key }, business);
        string customer = api + "/" + created.Element("value").Element("customerId").Value;

        byte[] wanted = Encoding.UTF8.GetBytes(
            "{\"documentCategory\":\"CertificateOfIncorporation\",\"contentType\":\"application/pdf\"}");
        XElement link = (await Send("POST", customer + "/documents/upload-link", json, wanted)).Element("value");
        // Exactly the headers of the link: storage refuses a request with a token.
        var headers = link.Element("headers").Elements().ToDictionary(one => one.Name.LocalName, one => one.Value);
        byte[] file = File.ReadAllBytes(Setting("DOCUMENT_FILE"));
        await Send(link.Element("method").Value, link.Element("uploadUrl").Value, headers, file);

        for (int tries = 0; tries < 60; tries++)
        {
            XElement status = (await Send("GET", customer + "/verification-status", bearer)).Element("value");
            XElement document = status.Element("documents").Elements()
                .FirstOrDefault(one => one.Element("documentId").Value == link.Element("documentId").Value);
            if (document != null)
            {
                Console.WriteLine("Business: {0}, {1}\nDocument: {2}", status.Element("customerId").Value,
                    status.Element("verificationStatus").Value, document.Element("status").Value);
                return;
            }
            await Task.Delay(1000);
        }
        throw new TimeoutException("The document has not been checked within a minute");
    }

    /// <summary>Exchanges an assertion, which works once, for an access token.</summary>
    private static async Task<string> Token(string issuer, string client)
    {
        long now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        string assertion = Sign($"{{\"iss\":\"{client}\",\"sub\":\"{client}\",\"aud\":\"{issuer}\","
            + $"\"iat\":{now},\"exp\":{now + 60},\"jti\":\"{Guid.NewGuid()}\"}}");
        var form = new FormUrlEncodedContent(new Headers
        {
            ["grant_type"] = "client_credentials",
            ["client_assertion_type"] = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            ["client_assertion"] = assertion,
        });
        var headers = new Headers { ["Content-Type"] = "application/x-www-form-urlencoded" };
        XElement answer = await Send("POST", issuer + "/oauth2/token", headers, await form.ReadAsByteArrayAsync());
        return answer.Element("access_token").Value;
    }

    /// <summary>A JWT with RS256. In your project, use Microsoft.IdentityModel.JsonWebTokens.</summary>
    private static string Sign(string claims)
    {
        Func<byte[], string> encode = bytes =>
            Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
        string header = "{\"alg\":\"RS256\",\"typ\":\"JWT\"}";
        string content = encode(Encoding.UTF8.GetBytes(header)) + "." + encode(Encoding.UTF8.GetBytes(claims));
        string pem = File.ReadAllText(Setting("PRIVATE_KEY_FILE"));
#if NET
        RSA key = RSA.Create();
        key.ImportFromPem(pem);
#else
        string base64 = string.Concat(pem.Split('\n').Where(line => !line.StartsWith("-----")));
        var info = new PKCS8.PrivateKeyInfo(Convert.FromBase64String(base64));
        RSA key = PKCS8.PrivateKeyInfo.DecodeRSA(info.PrivateKey);
#endif
        byte[] bytesToSign = Encoding.ASCII.GetBytes(content);
        return content + "." + encode(key.SignData(bytesToSign, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1));
    }

    /// <summary>Fails unless the answer is 2xx. The body of an error has its code and message.</summary>
    private static async Task<XElement> Send(string method, string address, Headers headers, byte[] body = null)
    {
        var request = new HttpRequestMessage(new HttpMethod(method), address);
        if (body != null) request.Content = new ByteArrayContent(body);
        foreach (var header in headers)
            if (!request.Headers.TryAddWithoutValidation(header.Key, header.Value))
                request.Content.Headers.TryAddWithoutValidation(header.Key, header.Value);
        HttpResponseMessage response = await Client.SendAsync(request);
        byte[] answer = await response.Content.ReadAsByteArrayAsync();
        if (!response.IsSuccessStatusCode)
            throw new HttpRequestException($"{method} {request.RequestUri.AbsolutePath}: "
                + $"{(int)response.StatusCode} {Encoding.UTF8.GetString(answer)}");
        // Storage answers without a body.
        return answer.Length == 0 ? null : Parse(answer);
    }

    private static XElement Parse(byte[] json) =>
        XElement.Load(JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max));

    private static string Setting(string name) =>
        Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException("Set " + name);
}
