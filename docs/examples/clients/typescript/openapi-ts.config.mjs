// For openapi-ts (https://heyapi.dev): a client in TypeScript that Node runs as it is.
const { OPENAPI_URL = 'http://127.0.0.1:8080/api/openapi.json', CLIENT_FOLDER = 'client' } = process.env;

export default {
  input: OPENAPI_URL,
  output: { path: CLIENT_FOLDER, module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};
