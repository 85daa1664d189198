import type { FastifyRequest } from 'fastify'
import { noteKnownCaller } from '../../platform/limits/known-callers.ts'
import { Problem, unauthorized } from '../problem.ts'
import type { Actor } from './actor.ts'
import { actorOfPerson } from './actor-of-person.ts'
import type { ApiKey } from './api-key.ts'
import { contactKey } from './contact.ts'
import type { Identity } from './identity.ts'

/** A program with an API key, or a person with a session cookie. Returns headers for the response, too. */
export async function authenticateCaller(
  identity: Identity,
  request: FastifyRequest,
): Promise<{ actor: Actor; headers: Record<string, string> }> {
  const { authorization, 'x-user-id': named } = request.headers
  const found = authorization === undefined ? await identity.personSessions.find(request) : undefined
  const actor = found
    ? await actorOfPerson(identity, found.person, typeof named === 'string' ? named : undefined)
    : await authenticateKey(identity, request)
  noteKnownCaller(request)
  return { actor, headers: found?.headers ?? {} }
}

/** Checks the key, then the user. Both fail with 401, which does not reveal ids of other companies. */
async function authenticateKey(identity: Identity, request: FastifyRequest): Promise<Actor> {
  const key = await findKey(identity, request.headers.authorization)
  const { companies, contacts } = identity
  const company = companies.peek(key.company_id) ?? (await companies.get(key.company_id))
  if (company?.status !== 'active') throw unauthorized('The company of this API key is not active')
  identity.keyUse.note(key)
  const named = request.headers['x-user-id']
  if (typeof named !== 'string' || named === '') {
    throw unauthorized("X-User-Id is missing: the id of a user, or 'primary'")
  }
  const id = named === 'primary' ? company.primary_contact_id : named
  const cacheKey = contactKey(company.id, id)
  const contact = contacts.peek(cacheKey) ?? (await contacts.get(cacheKey))
  // The cache key is a string of both ids, so compare the id itself.
  if (contact?.id !== id) throw unauthorized('X-User-Id names no user of this company')
  if (!contact.activated) throw unauthorized('This user is not enabled')
  return { company, contact, caller: { kind: 'key', apiKey: key } }
}

async function findKey(identity: Identity, header: string | undefined): Promise<ApiKey> {
  const hash = identity.keyHashes.read(header ?? '')
  if (hash === undefined) {
    throw unauthorized('The API key is missing: send `Authorization: Bearer <API_KEY>`')
  }
  const key = await findByHash(identity, hash)
  if (!key) throw unauthorized('The API key is not valid')
  return key
}

/**
 * Looks the key up by a keyed hash, so that timing reveals nothing. Afterwards this server knows everything that others
 * have committed before, about the key and its company.
 */
export function findApiKey(identity: Identity, token: string): Promise<ApiKey | undefined> {
  return findByHash(identity, identity.secrets.hash(token))
}

async function findByHash(identity: Identity, hash: string): Promise<ApiKey | undefined> {
  const { apiKeys } = identity
  let key = apiKeys.peek(hash) ?? (await apiKeys.get(hash))
  const reaching = key && identity.follower.catchUp(key.company_id)
  if (reaching) {
    await reaching
    key = await apiKeys.get(hash)
  }
  if (!key || (key.expires_at !== null && key.expires_at <= identity.clock.now())) return undefined
  return key
}

/** Takes one request from the budget of the key or person. Returns headers with what is left. */
export async function limitCallRate(
  identity: Identity,
  { caller, company, contact }: Actor,
): Promise<Record<string, string>> {
  const limit = identity.config.telephony.rateLimitPerMinute
  if (limit === 0) return {}
  const budget = await identity.rateLimiter.take(
    `${company.id}:${caller.kind === 'key' ? caller.apiKey.id : contact.id}`,
    limit,
  )
  const resetIn = Math.max(0, Math.ceil(budget.resetAt - identity.clock.now() / 1000))
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(budget.remaining),
    'ratelimit-reset': String(resetIn),
  }
  if (budget.allowed) return headers
  throw new Problem(429, `More than ${limit} requests within a minute`, {
    headers: { ...headers, 'retry-after': String(Math.ceil(budget.retryAfterSeconds)) },
  })
}
