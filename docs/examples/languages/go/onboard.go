// Onboards a business over plain HTTP: token, business, document, status. Go 1.18 or newer.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

type fields = map[string]string

// What this program reads of an answer. The decoder ignores other fields, and the case of names.
type answer struct {
	AccessToken string `json:"access_token"`
	Value       struct {
		CustomerID, DocumentID, UploadURL, Method, VerificationStatus string
		Headers                                                       fields
		Documents                                                     []struct{ DocumentID, Status string }
	}
}

var client = &http.Client{Timeout: 30 * time.Second}

func main() {
	log.SetFlags(0)
	api, bearer := setting("API_URL")+"/api/partner/v1/business-profiles", "Bearer "+token()

	business := file("BODY_FILE")
	var reference struct{ PartnerCustomerID string }
	check(json.Unmarshal(business, &reference))
	// Made from your own reference: sent again with this key, the request creates nothing more.
	key := "signup-" + reference.PartnerCustomerID
	create := fields{"Authorization": bearer, "Content-Type": "application/json", "Idempotency-Key": key}
	customer := api + "/" + send("POST", api, create, business).Value.CustomerID

	wanted := []byte(`{"documentCategory":"CertificateOfIncorporation","contentType":"application/pdf"}`)
	request := fields{"Authorization": bearer, "Content-Type": "application/json"}
	link := send("POST", customer+"/documents/upload-link", request, wanted).Value
	// Exactly the headers of the link: storage refuses a request with a token.
	send(link.Method, link.UploadURL, link.Headers, file("DOCUMENT_FILE"))

	for tries := 0; tries < 60; tries++ {
		status := send("GET", customer+"/verification-status", fields{"Authorization": bearer}, nil).Value
		for _, document := range status.Documents {
			if document.DocumentID == link.DocumentID {
				fmt.Printf("Business: %s, %s\nDocument: %s\n", status.CustomerID, status.VerificationStatus, document.Status)
				return
			}
		}
		time.Sleep(time.Second)
	}
	log.Fatal("The document has not been checked within a minute")
}

// token exchanges an assertion, which works once, for an access token.
func token() string {
	key, err := jwt.ParseRSAPrivateKeyFromPEM(file("PRIVATE_KEY_FILE"))
	check(err)
	id := make([]byte, 16)
	_, err = rand.Read(id)
	check(err)
	issuer, clientID, now := setting("ISSUER"), setting("CLIENT_ID"), time.Now().Unix()
	assertion, err := jwt.NewWithClaims(jwt.SigningMethodRS256, jwt.MapClaims{
		"iss": clientID, "sub": clientID, "aud": issuer, "iat": now, "exp": now + 60, "jti": fmt.Sprintf("%x", id),
	}).SignedString(key)
	check(err)
	form := url.Values{
		"grant_type":            {"client_credentials"},
		"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
		"client_assertion":      {assertion},
	}
	asForm := fields{"Content-Type": "application/x-www-form-urlencoded"}
	return send("POST", issuer+"/oauth2/token", asForm, []byte(form.Encode())).AccessToken
}

// send ends the program unless the answer is 2xx. The body of an error has its code and message.
func send(method, address string, headers fields, body []byte) (read answer) {
	request, err := http.NewRequest(method, address, bytes.NewReader(body))
	check(err)
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		// Without the URL, which err includes: an upload link is a secret.
		log.Fatalf("%s %s: %v", method, request.URL.Path, errors.Unwrap(err))
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode/100 != 2 {
		log.Fatalf("%s %s: %d %s", method, request.URL.Path, response.StatusCode, text)
	}
	if len(text) > 0 { // storage answers without a body
		check(json.Unmarshal(text, &read))
	}
	return read
}

func file(name string) []byte {
	content, err := os.ReadFile(setting(name))
	check(err)
	return content
}

func setting(name string) string {
	value := os.Getenv(name)
	if value == "" {
		log.Fatalf("Set %s", name)
	}
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
