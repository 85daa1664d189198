import { type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { InvalidInput } from './invalid-input.ts'
import { elementsOf, parseXml } from './parse-xml.ts'

/** Clocks of two servers may differ by this. */
const CLOCK_SKEW_MS = 120_000
const MAX_BYTES = 262_144

export interface SamlInput {
  /** as the browser brings it: XML in base64 */
  response: string
  /** entity id of the provider */
  issuer: string
  /** of the provider, PEM */
  certificates: string[]
  /** entity id of this service */
  audience: string
  /** where the provider sends it */
  recipient: string
  /** the name of the attribute with the groups of a person; empty: groups do not matter */
  groupsAttribute: string
  /** epoch milliseconds */
  now: number
}

/** What a provider has signed about a person, for this service, now. */
export interface SamlAssertion {
  id: string
  /** epoch milliseconds, with the tolerated difference of the clocks: afterwards it is refused */
  expiresAt: number
  /** the request that it answers; undefined: nobody asked */
  inResponseTo: string | undefined
  subject: string
  email: string | undefined
  name: string | undefined
  /** the values of the attribute with their groups */
  groups: string[]
  /** their session at the provider */
  session: string | undefined
}

type Element = Record<string, unknown>

/**
 * The library checks the signature and returns only what is signed. Everything else is read from that: who says it, of
 * whom, for which service and request, and how long it is valid.
 */
export async function parseSaml(input: SamlInput): Promise<SamlAssertion> {
  const { issuer, audience, recipient, certificates, now } = input
  refuseDangerousXml(input.response)
  const saml = new SAML({
    idpCert: certificates,
    issuer: audience,
    audience,
    callbackUrl: recipient,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.never,
    // Checked below, by the clock of the server.
    acceptedClockSkewMs: -1,
  })
  const profile = await validated(saml, input.response)
  const { Assertion } = profile.getAssertion!() as { Assertion: Element }
  const id = attribute(Assertion, 'ID')
  if (!id) throw new InvalidInput('has an assertion without an ID')
  if (textOf(child(Assertion, 'Issuer')) !== issuer) throw new InvalidInput(`is not from ${issuer}`)
  const subject = child(Assertion, 'Subject')
  const nameId = child(subject, 'NameID')
  const subjectId = textOf(nameId)
  if (!subjectId) throw new InvalidInput('names nobody (no NameID)')
  if (attribute(nameId, 'Format')?.endsWith(':transient')) {
    throw new InvalidInput('names somebody by a transient NameID; the provider must send a persistent one')
  }
  const confirmation = children(subject, 'SubjectConfirmation')
    .filter((one) => attribute(one, 'Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .map((one) => child(one, 'SubjectConfirmationData'))
    .find((one) => attribute(one, 'Recipient') === recipient)
  if (!confirmation) throw new InvalidInput(`is not meant for ${recipient} (Recipient)`)
  const confirmedUntil = timeOf(attribute(confirmation, 'NotOnOrAfter'))
  if (confirmedUntil === undefined) throw new InvalidInput('does not say how long it is valid')
  const conditions = child(Assertion, 'Conditions')
  const until = Math.min(confirmedUntil, timeOf(attribute(conditions, 'NotOnOrAfter')) ?? confirmedUntil)
  if (now >= until + CLOCK_SKEW_MS) throw new InvalidInput('has expired; compare the clocks of both servers')
  for (const one of [confirmation, conditions]) {
    const from = timeOf(attribute(one, 'NotBefore'))
    if (from !== undefined && now + CLOCK_SKEW_MS < from) {
      throw new InvalidInput('is not valid yet; compare the clocks of both servers')
    }
  }
  const isAddress = attribute(nameId, 'Format')?.endsWith(':emailAddress')
  return {
    id,
    expiresAt: until + CLOCK_SKEW_MS,
    inResponseTo: attribute(confirmation, 'InResponseTo') || undefined,
    subject: subjectId,
    email: firstOf(profile, emailNames) ?? (isAddress ? subjectId : undefined),
    name: firstOf(profile, nameNames) ?? (namesOf(profile) || undefined),
    groups: valuesOf(profile, input.groupsAttribute),
    session: typeof profile.sessionIndex === 'string' ? profile.sessionIndex : undefined,
  }
}

/** Comments inside of a name and CDATA sections are read in more than one way. */
function refuseDangerousXml(response: string): void {
  if (response.length > MAX_BYTES) throw new InvalidInput('is too long')
  const xml = Buffer.from(response, 'base64').toString('utf8')
  const document = parseXml(xml)
  if (xml.includes('<!')) throw new InvalidInput('contains a document type, comment or CDATA section')
  if (elementsOf(document, '*', 'EncryptedAssertion').length > 0) {
    throw new InvalidInput(
      'has an encrypted assertion; switch encryption off at the provider, since TLS protects it',
    )
  }
  refuseWeakAlgorithms(document)
}

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
const SIGNATURES = ['rsa-sha256', 'rsa-sha384', 'rsa-sha512', 'ecdsa-sha256', 'ecdsa-sha384', 'ecdsa-sha512']
const STRONG_ALGORITHMS: Record<string, ReadonlySet<string>> = {
  SignatureMethod: new Set(SIGNATURES.map((name) => MORE + name)),
  DigestMethod: new Set([
    'http://www.w3.org/2001/04/xmlenc#sha256',
    `${MORE}sha384`,
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ]),
}

/** SHA-1 no longer proves anything. The library finds these elements in any namespace, so this looks there, too. */
function refuseWeakAlgorithms(document: Document): void {
  for (const [name, strong] of Object.entries(STRONG_ALGORITHMS)) {
    for (const { attributes } of elementsOf(document, '*', name)) {
      const named = Array.from({ length: attributes.length }, (_, index) => attributes.item(index)!)
      const algorithms = named.filter((one) => one.localName === 'Algorithm').map(({ value }) => value)
      if (algorithms.length === 1 && strong.has(algorithms[0]!)) continue
      const found = algorithms.join(' ').slice(0, 200) || 'no algorithm'
      throw new InvalidInput(`is signed with ${found} (${name}); use SHA-256 at the provider`)
    }
  }
}

async function validated(saml: SAML, response: string): Promise<Profile> {
  let profile: Profile | null
  try {
    profile = (await saml.validatePostResponseAsync({ SAMLResponse: response })).profile
  } catch (error) {
    throw new InvalidInput(`is not valid: ${(error as Error).message}`)
  }
  if (!profile?.getAssertion) throw new InvalidInput('has no assertion')
  return profile
}

const emailNames = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const nameNames = [
  'displayName',
  'name',
  'cn',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]
const givenNames = [
  'givenName',
  'firstName',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
]
const familyNames = [
  'sn',
  'surname',
  'lastName',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
]

const namesOf = (profile: Profile) =>
  [firstOf(profile, givenNames), firstOf(profile, familyNames)].filter((part) => part !== undefined).join(' ')

function firstOf(profile: Profile, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = valuesOf(profile, name)[0]?.trim()
    if (value) return value
  }
  return undefined
}

function valuesOf({ attributes }: Profile, name: string): string[] {
  const given = (attributes ?? {}) as Record<string, unknown>
  const values = Object.hasOwn(given, name) ? [given[name]].flat() : []
  return values.filter((value) => typeof value === 'string')
}

const children = (element: unknown, name: string): Element[] => {
  const found = (element as Element | undefined)?.[name]
  return Array.isArray(found) ? found : []
}

const child = (element: unknown, name: string): Element | undefined => children(element, name)[0]

const attribute = (element: unknown, name: string): string | undefined =>
  (element as { $?: Record<string, string> } | undefined)?.$?.[name]

const textOf = (element: unknown): string =>
  String(typeof element === 'string' ? element : ((element as { _?: string } | undefined)?._ ?? '')).trim()

const timeOf = (text: string | undefined): number | undefined => {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
