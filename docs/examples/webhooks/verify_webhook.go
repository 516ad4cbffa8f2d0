// Verifies a delivery of the Partner Business Onboarding Service. Go 1.18 or newer, standard library only.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// Verify takes the header of an http.Request, the raw body as it came, and one or more secrets that begin with whsec_.
// Answer an error with 400.
func Verify(header map[string][]string, body []byte, secrets []string, now time.Time) error {
	id, timestamp, signatures := get(header, "Svc-Id"), get(header, "Svc-Timestamp"), get(header, "Svc-Signature")
	if id == "" || timestamp == "" || signatures == "" {
		return errors.New("a header is missing")
	}
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil {
		return errors.New("the timestamp is not a number")
	}
	if age := now.Sub(time.Unix(int64(seconds), 0)); age > tolerance || age < -tolerance {
		return errors.New("the timestamp is too far from now")
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			return errors.New("a secret is not one of ours")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for _, signature := range strings.Split(signatures, " ") {
			// Takes equally long wherever the two differ.
			if hmac.Equal([]byte(signature), expected) {
				return nil
			}
		}
	}
	return errors.New("no signature matches")
}

func get(header map[string][]string, name string) string {
	for one, values := range header {
		if strings.EqualFold(one, name) && len(values) > 0 {
			return values[0]
		}
	}
	return ""
}

// To try it out: a request on standard input, headers, an empty line, the body; secrets in WEBHOOK_SECRETS.
func main() {
	request, _ := io.ReadAll(os.Stdin)
	head, body, _ := bytes.Cut(request, []byte("\r\n\r\n"))
	header := map[string][]string{}
	for _, line := range strings.Split(string(head), "\r\n") {
		name, value, _ := strings.Cut(line, ": ")
		header[name] = append(header[name], value)
	}
	if err := Verify(header, body, strings.Fields(os.Getenv("WEBHOOK_SECRETS")), time.Now()); err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
	fmt.Println("verified")
}
