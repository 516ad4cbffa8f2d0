"""Onboards a business in the local sandbox: creates it, uploads a document, simulates the approval."""

import json
import time
from pathlib import Path

from onboarding_sdk import OnboardingClient

stack = json.loads(Path(".stack/sandbox/env.json").read_text())
examples = Path("docs/examples/quickstart")
client = OnboardingClient(
    base_url=stack["api"],
    issuer=stack["issuer"],
    client_id=stack["partners"][0]["clientId"],
    private_key=Path(stack["partners"][0]["privateKeyFile"]).read_text(),
)

body = json.loads((examples / "business.json").read_text())
business = client.create_business_profile({**body, "partnerCustomerId": f"python-{time.time_ns()}"})
print(f"Created: {business['customerId']}, {business['verificationStatus']}")

document = client.upload_document(
    business["customerId"], examples / "certificate.pdf", document_category="CertificateOfIncorporation"
)
print(f"Document: {document['status']}")

client.simulate_verification(business["customerId"], {"outcome": "Approve"})
decision = client.wait_for_decision(business["customerId"])
print(f"Decision: {decision['verificationStatus']}")
