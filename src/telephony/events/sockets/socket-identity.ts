import { type Static, Type } from '@sinclair/typebox'
import { checkBody } from '../../http/check-body.ts'
import type { Actor } from '../../identity/actor.ts'
import { actorOfPerson } from '../../identity/actor-of-person.ts'
import { findApiKey } from '../../identity/authenticate-caller.ts'
import { contactKey } from '../../identity/contact.ts'
import { findContactByEmail } from '../../identity/contact-store.ts'
import { mayUse } from '../../identity/permissions.ts'
import type { PersonRequest, SignedInPerson } from '../../identity/person-sessions.ts'
import { nullable } from '../../nullable.ts'
import { Problem, unauthorized } from '../../problem.ts'
import { noteEntry } from '../../status/save-user-status.ts'
import type { EventChannels } from '../event-channels.ts'

const named = {
  user_email: Type.Optional(
    nullable(
      Type.String({ maxLength: 254, description: 'The user to act as; by default, the primary user.' }),
    ),
  ),
  user_id: Type.Optional(
    nullable(
      Type.String({ maxLength: 100, description: 'The same by id, for users without an email address.' }),
    ),
  ),
}

const client = {
  last_event_id: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The newest position that the client has seen. Later events are sent first.',
      }),
    ),
  ),
  changes: Type.Optional(
    nullable(Type.Boolean({ description: 'Also send `changed` events, for clients that show lists.' })),
  ),
  timezone: Type.Optional(
    nullable(Type.String({ format: 'timezone', maxLength: 100, description: 'Of the user.' })),
  ),
}

/** Unknown fields are ignored: clients of other servers send more than a token. */
export const CredentialsSchema = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 500, description: 'The API key of the company.' }),
  ...named,
  ...client,
})

/** Of a person, whose session cookie came with the handshake. */
const PersonCredentialsSchema = Type.Object({
  csrf_token: Type.String({ minLength: 1, maxLength: 500 }),
  user_id: named.user_id,
  ...client,
})

type Credentials = Static<typeof CredentialsSchema> | Static<typeof PersonCredentialsSchema>

/** The user of a socket, and the key or session. Their permissions are looked up whenever they matter. */
export interface SocketIdentity {
  readonly credential:
    | { readonly kind: 'key'; readonly id: string; readonly hash: string }
    | { readonly kind: 'person'; readonly person: SignedInPerson }
  /** whose sockets share one limit: a key's or a person's */
  readonly holder: string
  readonly companyId: number
  readonly companyPublicId: string
  readonly contactId: string
}

/** Throws with the reason if the token or session, the company or the user is not valid. */
export function identify(
  channels: EventChannels,
  payload: unknown,
  handshake: PersonRequest,
): Promise<{ identity: SocketIdentity; credentials: Credentials }> {
  const isPerson = typeof payload === 'object' && payload !== null && 'csrf_token' in payload
  return isPerson ? identifyPerson(channels, payload, handshake) : identifyKey(channels, payload)
}

/** The token proves that the page is ours, as with any other change. */
async function identifyPerson(channels: EventChannels, payload: unknown, handshake: PersonRequest) {
  const credentials = checkBody(PersonCredentialsSchema, payload)
  const headers = { ...handshake.headers, 'x-csrftoken': credentials.csrf_token }
  const found = await channels.personSessions.find({ ...handshake, method: 'POST', headers })
  if (!found) throw unauthorized('The session cookie is missing')
  const { person } = found
  const { company, contact } = await actorOfPerson(channels, person, credentials.user_id ?? undefined)
  const identity: SocketIdentity = {
    credential: { kind: 'person', person },
    holder: `person ${person.account}`,
    companyId: company.id,
    companyPublicId: company.public_id,
    contactId: contact.id,
  }
  // An owner who acts as somebody else is not that person.
  if (contact.id === person.contactId) await noteEntry(channels, company, contact)
  return { identity, credentials }
}

async function identifyKey(channels: EventChannels, payload: unknown) {
  const credentials = checkBody(CredentialsSchema, payload)
  const { token } = credentials
  const key = await findApiKey(channels, token)
  const company = key && (await channels.companies.get(key.company_id))
  if (!key || company?.status !== 'active') throw unauthorized('The API key is not valid')
  if (!key.scopes.includes('read')) throw unauthorized("This API key does not permit 'read'")
  const identity: SocketIdentity = {
    credential: { kind: 'key', id: key.id, hash: channels.secrets.hash(token) },
    holder: key.id,
    companyId: company.id,
    companyPublicId: company.public_id,
    contactId: (await namedContactId(channels, company.id, credentials)) ?? company.primary_contact_id,
  }
  if (!(await currentActor(channels, identity))) throw unauthorized('This user is not enabled')
  channels.keyUse.note(key)
  return { identity, credentials }
}

/** The user that the credentials name, who must belong to this company; undefined if they name none. */
async function namedContactId(
  channels: EventChannels,
  companyId: number,
  { user_email: email, user_id: id }: Static<typeof CredentialsSchema>,
): Promise<string | undefined> {
  if (id != null) {
    const contact = await channels.contacts.get(contactKey(companyId, id))
    if (contact?.id !== id) throw unauthorized('user_id names no user of this company')
    return id
  }
  if (email == null) return undefined
  const contact = await findContactByEmail(channels.database.read, companyId, email)
  if (!contact) throw unauthorized('user_email names no user of this company')
  return contact.id
}

/** The current state of the identity; undefined if it has lost access. */
export async function currentActor(
  channels: EventChannels,
  { credential, companyId, contactId }: SocketIdentity,
): Promise<Actor | undefined> {
  if (credential.kind === 'person') return currentPerson(channels, credential.person, contactId)
  const apiKey = await channels.apiKeys.get(credential.hash)
  const company = await channels.companies.get(companyId)
  const contact = await channels.contacts.get(contactKey(companyId, contactId))
  if (!apiKey || company?.status !== 'active' || !contact?.activated) return undefined
  if (apiKey.expires_at !== null && apiKey.expires_at <= channels.clock.now()) return undefined
  const actor: Actor = { company, contact, caller: { kind: 'key', apiKey } }
  return mayUse(actor, 'read') ? actor : undefined
}

async function currentPerson(
  channels: EventChannels,
  known: SignedInPerson,
  contactId: string,
): Promise<Actor | undefined> {
  const person = await channels.personSessions.current(known)
  if (person?.companyId !== known.companyId || person.contactId !== known.contactId) return undefined
  try {
    return await actorOfPerson(channels, person, contactId === known.contactId ? undefined : contactId)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
