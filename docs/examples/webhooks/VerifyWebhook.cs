// Verifies a delivery of the Partner Business Onboarding Service. C# 6 or newer, .NET or Mono, standard library only.
using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

/// <summary>Answer it with 400.</summary>
public sealed class VerificationException : Exception
{
    public VerificationException(string message) : base(message) { }
}

public static class VerifyWebhook
{
    const long ToleranceSeconds = 300;

    /// <summary>headers: ignoring case; body: the raw bytes; secrets: one or more that begin with whsec_.</summary>
    public static void Verify(IDictionary<string, string> headers, byte[] body, IEnumerable<string> secrets, long nowSeconds)
    {
        string id = Need(headers, "Svc-Id");
        string timestamp = Need(headers, "Svc-Timestamp");
        string[] signatures = Need(headers, "Svc-Signature").Split(' ');
        if (!Regex.IsMatch(timestamp, @"\A[0-9]{1,12}\z")) throw new VerificationException("the timestamp is not a number");
        if (Math.Abs(nowSeconds - long.Parse(timestamp)) > ToleranceSeconds)
            throw new VerificationException("the timestamp is too far from now");

        byte[] prefix = Encoding.UTF8.GetBytes(id + "." + timestamp + ".");
        byte[] content = new byte[prefix.Length + body.Length];
        prefix.CopyTo(content, 0);
        body.CopyTo(content, prefix.Length);
        foreach (string secret in secrets)
        {
            byte[] key = Convert.FromBase64String(secret.StartsWith("whsec_", StringComparison.Ordinal) ? secret.Substring(6) : secret);
            using (var mac = new HMACSHA256(key))
            {
                string expected = "v1," + Convert.ToBase64String(mac.ComputeHash(content));
                foreach (string signature in signatures)
                    if (FixedTimeEquals(Encoding.UTF8.GetBytes(signature), Encoding.UTF8.GetBytes(expected))) return;
            }
        }
        throw new VerificationException("no signature matches");
    }

    static string Need(IDictionary<string, string> headers, string name)
    {
        string value;
        if (!headers.TryGetValue(name, out value) || value == "") throw new VerificationException("the header " + name + " is missing");
        return value;
    }

    /// <summary>Takes equally long wherever the two differ. .NET has it as CryptographicOperations.FixedTimeEquals.</summary>
    static bool FixedTimeEquals(byte[] one, byte[] other)
    {
        if (one.Length != other.Length) return false;
        int difference = 0;
        for (int i = 0; i < one.Length; i++) difference |= one[i] ^ other[i];
        return difference == 0;
    }

    /// <summary>To try it out: a request on standard input, headers, an empty line, the body; secrets in WEBHOOK_SECRETS.</summary>
    public static int Main()
    {
        var input = new MemoryStream();
        Console.OpenStandardInput().CopyTo(input);
        byte[] request = input.ToArray();
        // One character for each byte, so that positions in the text are positions in the bytes.
        string text = Encoding.GetEncoding("iso-8859-1").GetString(request);
        int end = text.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (string line in text.Substring(0, end).Split(new[] { "\r\n" }, StringSplitOptions.None))
        {
            int colon = line.IndexOf(": ", StringComparison.Ordinal);
            headers[line.Substring(0, colon)] = line.Substring(colon + 2);
        }
        byte[] body = new byte[request.Length - end - 4];
        Array.Copy(request, end + 4, body, 0, body.Length);
        try
        {
            Verify(headers, body, Environment.GetEnvironmentVariable("WEBHOOK_SECRETS").Split(' '), DateTimeOffset.UtcNow.ToUnixTimeSeconds());
            Console.WriteLine("verified");
            return 0;
        }
        catch (VerificationException refused)
        {
            Console.WriteLine("refused: " + refused.Message);
            return 1;
        }
    }
}
