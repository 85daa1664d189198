import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'

// The tests make broken messages on purpose; signatures are what counts.
setSchemaValidator({ validate: async () => 'not checked' })

export interface SamlService {
  /** how the provider knows it */
  entityId: string
  acsUrl: string
}

export interface SamlPerson {
  nameId: string
  email?: string
  name?: string
  /** in the attribute `memberOf`; undefined: the attribute is missing */
  groups?: string[]
}

/** What is told differently than it should be. */
export interface Deviation {
  audience?: string
  recipient?: string
  inResponseTo?: string
  issuer?: string
  /** milliseconds after now, both in the clock of the service */
  notBefore?: number
  notOnOrAfter?: number
  format?: string
}

/** A SAML identity provider of its own, made with another library than the server's. */
export class TestSamlProvider {
  readonly entityId = 'https://idp.example.com/saml'
  readonly signInUrl = 'https://idp.example.com/sign-in'
  readonly #idp: ReturnType<typeof IdentityProvider>

  /** `signature`: the algorithm, which also decides that of the digest */
  constructor(signature = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256') {
    const folder = mkdtempSync(join(tmpdir(), 'saml-'))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const about = ['-days', '3650', '-nodes', '-subj', '/CN=idp.example.com']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...about],
      {
        stdio: 'ignore',
      },
    )
    this.#idp = IdentityProvider({
      entityID: this.entityId,
      privateKey: readFileSync(key, 'utf8'),
      signingCert: readFileSync(certificate, 'utf8'),
      isAssertionEncrypted: false,
      requestSignatureAlgorithm: signature,
      nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
      singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: this.signInUrl }],
      singleLogoutService: [],
      loginResponseTemplate: {
        context: SamlLib.defaultLoginResponseTemplate.context,
        attributes: [
          { name: 'mail', valueTag: 'mail', nameFormat: BASIC, valueXsiType: 'xs:string' },
          { name: 'displayName', valueTag: 'name', nameFormat: BASIC, valueXsiType: 'xs:string' },
        ],
      },
    })
    rmSync(folder, { recursive: true })
  }

  get metadata(): string {
    return this.#idp.getMetadata()
  }

  /** Reads the request in the address to which the service has sent the browser. Returns its id. */
  async readRequest(url: string, service: SamlService): Promise<string> {
    const query = Object.fromEntries(new URL(url).searchParams)
    const { extract } = await this.#idp.parseLoginRequest(this.#serviceOf(service), 'redirect', { query })
    return String(extract.request?.id)
  }

  /** A signed response, in base64. `now`: the clock of the service. */
  async respond(
    service: SamlService,
    requestId: string,
    person: SamlPerson,
    now: number,
    deviation: Deviation = {},
  ): Promise<string> {
    const iso = (offset: number) => new Date(now + offset).toISOString()
    const values = {
      ID: `_${randomUUID()}`,
      AssertionID: `_${randomUUID()}`,
      Destination: service.acsUrl,
      Audience: deviation.audience ?? service.entityId,
      EntityID: service.entityId,
      SubjectRecipient: deviation.recipient ?? service.acsUrl,
      AssertionConsumerServiceURL: service.acsUrl,
      Issuer: deviation.issuer ?? this.entityId,
      IssueInstant: iso(0),
      StatusCode: Constants.StatusCode.Success,
      ConditionsNotBefore: iso(deviation.notBefore ?? -1000),
      ConditionsNotOnOrAfter: iso(deviation.notOnOrAfter ?? 300_000),
      SubjectConfirmationDataNotOnOrAfter: iso(deviation.notOnOrAfter ?? 300_000),
      NameIDFormat: deviation.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      NameID: person.nameId,
      InResponseTo: deviation.inResponseTo ?? requestId,
      AuthnStatement: '',
      attrMail: person.email ?? '',
      attrName: person.name ?? '',
    }
    const replace = (template: string) => ({
      id: values.ID,
      context: SamlLib.replaceTagsByValue(template, values).replace(
        '</saml:AttributeStatement>',
        `${attributeOf(person.groups)}</saml:AttributeStatement>`,
      ),
    })
    const request = { extract: { request: { id: requestId } } }
    const sp = this.#serviceOf(service)
    const { context } = await this.#idp.createLoginResponse(sp, request, 'post', {}, replace)
    return context
  }

  #serviceOf({ entityId, acsUrl }: SamlService) {
    return ServiceProvider({
      entityID: entityId,
      wantAssertionsSigned: true,
      assertionConsumerService: [{ Binding: Constants.namespace.binding.post, Location: acsUrl }],
    })
  }
}

function attributeOf(groups: readonly string[] | undefined): string {
  if (groups === undefined) return ''
  const values = groups.map((name) => `<saml:AttributeValue>${name}</saml:AttributeValue>`).join('')
  return `<saml:Attribute Name="memberOf" NameFormat="${BASIC}">${values}</saml:Attribute>`
}

const BASIC = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic'
