/** An Idempotency-Key: a request that is repeated with it gets the first response again. */
export function newRetryKey(): string {
  // Not randomUUID: pages that come without TLS do not have it.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
