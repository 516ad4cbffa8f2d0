export { createJwksSource, httpJwks, type JwksSource, KeysUnavailable } from './jwks.ts';
export {
  createTokenVerifier,
  InvalidToken,
  TOKEN_ALGORITHMS,
  type TokenClaims,
  type TokenVerifier,
} from './verifier.ts';
