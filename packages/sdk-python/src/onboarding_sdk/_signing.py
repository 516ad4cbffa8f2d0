"""Makes the signature of an assertion: with a key that is at hand, or with a function that asks an HSM or a KMS."""

from __future__ import annotations

import base64
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from .errors import PrivateKeyError

SigningFunction: TypeAlias = Callable[[bytes], bytes | Awaitable[bytes]]
"""Signs with RSASSA-PKCS1-v1_5 and SHA-256 (RS256). It may be asynchronous in the asynchronous client."""

PrivateKey: TypeAlias = str | bytes | Mapping[str, object] | rsa.RSAPrivateKey | SigningFunction
"""A PEM, a JWK, an RSAPrivateKey of cryptography, or a signing function."""


def signer(key: PrivateKey) -> SigningFunction:
    if callable(key):
        return key
    private_key = _read_key(key)
    return lambda content: private_key.sign(content, padding.PKCS1v15(), hashes.SHA256())


async def signed_jwt(header: Mapping[str, object], claims: Mapping[str, object], sign: SigningFunction) -> str:
    content = f"{_part(header)}.{_part(claims)}"
    signature = sign(content.encode())
    if inspect.isawaitable(signature):
        signature = await signature
    return f"{content}.{_base64url(signature)}"


def _read_key(key: str | bytes | Mapping[str, object] | rsa.RSAPrivateKey) -> rsa.RSAPrivateKey:
    if isinstance(key, rsa.RSAPrivateKey):
        return key
    try:
        if isinstance(key, Mapping):
            return _read_jwk(key)
        text = key.encode() if isinstance(key, str) else key
        if text.lstrip().startswith(b"{"):
            return _read_jwk(json.loads(text))
        loaded = serialization.load_pem_private_key(text, password=None)
    except TypeError:
        raise PrivateKeyError(
            "The private key is encrypted. Decrypt it first: openssl pkey -in key.pem -out plain.pem"
        ) from None
    except (ValueError, KeyError, UnsupportedAlgorithm):
        # Without its cause, whose text could hold a part of the key.
        raise PrivateKeyError(
            "private_key is neither an RSA private key in PEM form, whose text starts with -----BEGIN PRIVATE KEY-----, nor "
            "a JWK. Pass the content of the file, not its path."
        ) from None
    if not isinstance(loaded, rsa.RSAPrivateKey):
        raise PrivateKeyError("The private key must be an RSA key.")
    return loaded


def _read_jwk(jwk: Mapping[str, object]) -> rsa.RSAPrivateKey:
    if jwk.get("kty") != "RSA":
        raise ValueError("not an RSA key")
    number = {name: _number(jwk[name]) for name in ("n", "e", "d")}
    p, q = (_number(jwk["p"]), _number(jwk["q"])) if "p" in jwk else rsa.rsa_recover_prime_factors(*number.values())
    return rsa.RSAPrivateNumbers(
        p=p,
        q=q,
        d=number["d"],
        dmp1=rsa.rsa_crt_dmp1(number["d"], p),
        dmq1=rsa.rsa_crt_dmq1(number["d"], q),
        iqmp=rsa.rsa_crt_iqmp(p, q),
        public_numbers=rsa.RSAPublicNumbers(number["e"], number["n"]),
    ).private_key()


def _number(value: object) -> int:
    if not isinstance(value, str):
        raise ValueError("a number of a JWK is text")
    return int.from_bytes(base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)), "big")


def _part(part: Mapping[str, object]) -> str:
    return _base64url(json.dumps(part, separators=(",", ":")).encode())


def _base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
