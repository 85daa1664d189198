import { X509Certificate } from 'node:crypto'
import { InvalidInput } from './invalid-input.ts'
import { elementsOf, parseXml } from './parse-xml.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const MAX_CERTIFICATES = 10

export interface SamlMetadataInput {
  xml: string
}

/** What a provider says about itself. */
export interface SamlMetadata {
  issuer: string
  /** where people sign in */
  signInUrl: string
  /** PEM */
  certificates: string[]
}

export function parseSamlMetadata({ xml }: SamlMetadataInput): SamlMetadata {
  const entities = elementsOf(parseXml(xml), METADATA, 'EntityDescriptor')
  const [entity] = entities
  if (!entity) throw new InvalidInput('is not the metadata of a SAML provider (no EntityDescriptor)')
  if (entities.length > 1) throw new InvalidInput('describes several providers; paste only one')
  const [role] = elementsOf(entity, METADATA, 'IDPSSODescriptor')
  if (!role) throw new InvalidInput('is of a service, not of an identity provider (no IDPSSODescriptor)')
  const signInUrl = elementsOf(role, METADATA, 'SingleSignOnService')
    .find((one) => one.getAttribute('Binding') === REDIRECT)
    ?.getAttribute('Location')
  if (!signInUrl) throw new InvalidInput('has no SingleSignOnService with the binding HTTP-Redirect')
  const certificates = elementsOf(role, METADATA, 'KeyDescriptor')
    .filter((one) => one.getAttribute('use') !== 'encryption')
    .flatMap((one) => elementsOf(one, SIGNATURE, 'X509Certificate'))
    .map((one) => readCertificate(one.textContent ?? ''))
  if (certificates.length === 0) throw new InvalidInput('has no certificate for signatures')
  if (certificates.length > MAX_CERTIFICATES) throw new InvalidInput('has too many certificates')
  return {
    issuer: entity.getAttribute('entityID') ?? '',
    signInUrl,
    certificates: [...new Set(certificates)],
  }
}

function readCertificate(text: string): string {
  try {
    return new X509Certificate(Buffer.from(text.replaceAll(/\s/g, ''), 'base64')).toString()
  } catch {
    throw new InvalidInput('has a certificate that cannot be read')
  }
}
