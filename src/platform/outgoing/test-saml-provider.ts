import { X509Certificate } from 'node:crypto'
import type { SamlMetadata } from '../parsers/parse-saml-metadata.ts'
import { sendRequest } from './send-request.ts'
import type { ProviderCheck } from './test-openid-provider.ts'

/** Tries what a sign-in needs, as far as it goes without a person. `url`: a request for a sign-in. */
export async function testSamlProvider(
  { certificates }: SamlMetadata,
  url: string,
  toPrivateNetworks: boolean,
  now: number,
): Promise<ProviderCheck[]> {
  const ends = certificates.map((pem) => Date.parse(new X509Certificate(pem).validTo))
  const newest = Math.max(...ends)
  const isValid = newest > now
  const date = new X509Certificate(certificates[ends.indexOf(newest)]!).validTo
  const certificate = {
    check: 'certificate',
    ok: isValid,
    detail: isValid
      ? `Valid until ${date}`
      : `The certificate expired on ${date}. Paste the current metadata of the provider.`,
  }
  const request = {
    method: 'GET',
    headers: {},
    body: undefined,
    toPrivateNetworks,
    keptBytes: 1024,
    timeoutMs: 5_000,
  }
  const { origin, pathname } = new URL(url)
  const sent = await sendRequest(url, request).catch((error: Error) => error.message)
  const answer = typeof sent === 'string' ? sent : `status ${sent.status}`
  const isGood = typeof sent !== 'string' && sent.status < 400
  const detail = isGood
    ? `${origin}${pathname}`
    : `${origin}${pathname} does not begin a sign-in (${answer}). Register the entity ID and the address of this service at the provider.`
  return [certificate, { check: 'sign_in', ok: isGood, detail }]
}
