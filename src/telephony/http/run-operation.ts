import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type Static, type TObject, type TSchema, TypeGuard } from '@sinclair/typebox'
import { parse } from 'fast-querystring'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Memoized, memoize } from '../../platform/caches/memoize.ts'
import { noteKnownCaller } from '../../platform/limits/known-callers.ts'
import type { Actor } from '../identity/actor.ts'
import type { Identity } from '../identity/identity.ts'
import { requireReach, requireScope } from '../identity/permissions.ts'
import { telephonyPermissions } from '../identity/telephony-permissions.ts'
import { conflict, invalidField, notFound, Problem } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { checkBody } from './check-body.ts'
import { HttpResponse } from './http-response.ts'
import type { Call, Operation } from './operation.ts'
import { parseBody } from './parse-body.ts'
import { textOfUpload } from './receive-upload.ts'
import { claimRetryKey, claimText, keepResponse, type RetryClaim } from './retry-key-store.ts'
import { retryKeysTable } from './retry-keys-table.ts'
import type { UploadBody } from './upload-body.ts'

const MAX_KEY_LENGTH = 255

/** A claim of this age without a result was left by a process that died. */
const ABANDONED_AFTER_MS = 60_000

const readings = new WeakMap<TObject, Memoized<object>>()

/** Checks permission, existence and input, in this order, and then runs the operation. */
export async function runOperation<District extends Identity>(
  context: District,
  operation: Operation<District>,
  caller: Actor | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { scope } = telephonyPermissions[operation.access]
  if (caller && scope !== null) requireScope(caller, scope)
  const work = async (actor: Actor | undefined) => {
    const params = readParams(request.params as Record<string, string>)
    // Written out, since spreading objects costs microseconds in V8.
    const callWith = (subject: unknown, query: unknown, body: unknown): Call<District> => {
      return { context, actor: actor as Actor, params, request, subject, query, body }
    }
    const subject = await operation.find?.(callWith(undefined, {}, undefined))
    // After `find`: an object of another company is a 404, even without the permission.
    if (actor) requireReach(actor, operation.access)
    const query = operation.query ? readQueryOf(operation.query, request) : {}
    const body = await readBody(operation, request.body)
    return toResponse(operation, await operation.handle(callWith(subject, query, body)))
  }
  const key = request.headers['idempotency-key']
  const response =
    caller && operation.method === 'POST' && key !== undefined
      ? await runOnce(context, caller, String(key), request, work)
      : await work(caller)
  // Who needs no other credentials has sent a right token.
  noteKnownCaller(request)
  return sendResponse(operation, response, reply)
}

/** No id contains a null character, and PostgreSQL rejects it. */
function readParams(params: Record<string, string>): Record<string, string> {
  if (Object.values(params).some((value) => value.includes('\0'))) throw notFound('No object has this id')
  return params
}

async function readBody(operation: Operation, raw: unknown): Promise<unknown> {
  if (operation.body === undefined) return undefined
  if (operation.body === 'form') return raw
  if (operation.fileBytes !== undefined) return textOfUpload(raw as UploadBody, operation.fileBytes)
  const text = Buffer.isBuffer(raw) ? raw.toString('utf8') : ((raw as string | undefined) ?? '')
  if (operation.body === 'text') return text
  const given = parseJson(text)
  const schema = operation.body as TSchema
  if (!operation.nullIsAbsent) return checkBody(schema, given)
  return checkBody(schema, withoutAbsent(given, [schema, operation.success.schema].flatMap(objectsIn)))
}

/**
 * Without nulls, and without empty lists where a list or an object belongs: in the body, or in the object as it is shown.
 * A required list stays, so that the error says that it is empty.
 */
function withoutAbsent(value: unknown, schemas: readonly TObject[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const fields = schemas.flatMap(({ properties }) => properties[name] ?? [])
      const isRequired = schemas[0]?.required?.includes(name) ?? false
      const isAbsent =
        part === null ||
        (Array.isArray(part) && part.length === 0 && !isRequired && fields.some(isListOrObject))
      return isAbsent ? [] : [[name, withoutAbsent(part, fields.flatMap(objectsIn))]]
    }),
  )
}

const optionsOf = (schema: TSchema): readonly TSchema[] =>
  TypeGuard.IsUnion(schema) ? schema.anyOf.flatMap(optionsOf) : [schema]

const objectsIn = (schema: TSchema | undefined): TObject[] =>
  schema === undefined ? [] : optionsOf(schema).filter(TypeGuard.IsObject)

const isListOrObject = (schema: TSchema) =>
  optionsOf(schema).some(
    (one) => TypeGuard.IsArray(one) || TypeGuard.IsObject(one) || TypeGuard.IsRecord(one),
  )

function parseJson(text: string): unknown {
  if (text.trim() === '') throw invalidField('', 'is missing: a JSON object is expected')
  // Null characters cannot be stored. After an even number of backslashes it is no escape.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) throw invalidField('', 'must not contain null characters')
  return parseBody(text)
}

function toResponse(operation: Operation, value: unknown): HttpResponse {
  const response = value instanceof HttpResponse ? value : new HttpResponse(value as object | undefined)
  return response.status === undefined
    ? new HttpResponse(response.body, { status: operation.success.status, headers: response.headers })
    : response
}

function sendResponse(operation: Operation, response: HttpResponse, reply: FastifyReply): FastifyReply {
  reply
    .code(response.status ?? operation.success.status)
    .header('cache-control', 'no-store')
    .headers(response.headers)
  if (response.body === undefined) return reply.send()
  if ('content-type' in response.headers) return reply.send(response.body)
  const isWritten = typeof response.body === 'string' || Buffer.isBuffer(response.body)
  return reply
    .type('application/json; charset=utf-8')
    .send(isWritten ? response.body : JSON.stringify(response.body))
}

/** The query parameters of a request, as the operation declares them. */
function readQueryOf<Q extends TObject>(schema: Q, request: FastifyRequest): Static<Q> {
  const start = request.url.indexOf('?')
  let ofSchema = readings.get(schema)
  if (!ofSchema) {
    ofSchema = memoize({ entries: 1000, longest: 300 }, (text) =>
      Object.freeze(readQuery(schema, parse(text))),
    )
    readings.set(schema, ofSchema)
  }
  return ofSchema.read(start < 0 ? '' : request.url.slice(start + 1)) as Static<Q>
}

/** Query parameters are strings. They are converted where the schema expects a number or a boolean. */
function readQuery<Q extends TObject>(schema: Q, given: Record<string, unknown>): Static<Q> {
  const values: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(given)) {
    // If a parameter is repeated, the last value counts.
    const text = Array.isArray(raw) ? raw.at(-1) : raw
    if (String(text).includes('\0')) throw invalidField(`/${name}`, 'must not contain null characters')
    const property = schema.properties[name]
    // Forms send every field: an empty filter filters nothing. Numbers are of pages.
    if (property && text === '' && !TypeGuard.IsInteger(property)) continue
    values[name] = property ? readValue(property, String(text)) : text
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!(name in values) && property.default !== undefined) values[name] = property.default
  }
  return checkBody(schema, values)
}

function readValue(schema: TSchema, text: string): unknown {
  if (TypeGuard.IsInteger(schema) && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (TypeGuard.IsBoolean(schema) && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

/**
 * Runs a POST with an Idempotency-Key once; a repeated request gets the first response again. The key is marked in the
 * transaction of the change (see record-change.ts), so that not even a crash lets it happen twice.
 */
async function runOnce(
  platform: TelephonyPlatform,
  caller: Actor,
  key: string,
  request: FastifyRequest,
  work: (actor: Actor) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw invalidField('Idempotency-Key', `must have 1 to ${MAX_KEY_LENGTH} characters`)
  }
  const { clock, database, secrets } = platform
  const { id: companyId } = caller.company
  const claim = { companyId, keyHash: secrets.hash(`${caller.contact.id} ${key}`), at: clock.now() }
  const fingerprint = secrets.hash(await requestFingerprint(request))
  const claimed = await database.write(companyId, {
    work: ({ db }) => claimRetryKey(db, claim, fingerprint, ABANDONED_AFTER_MS),
  })
  if (!claimed) return repeatResponse(platform, claim, fingerprint)
  let response: HttpResponse
  try {
    response = await work({ ...caller, retryKey: claimText(claim) })
  } catch (error) {
    // Nothing was changed: the next attempt starts afresh.
    await releaseClaim(platform, claim)
    throw error
  }
  await keep(platform, claim, response)
  return response
}

/** A completed request gets its response even if the response cannot be stored. */
async function keep(platform: TelephonyPlatform, claim: RetryClaim, response: HttpResponse): Promise<void> {
  const { database, log, secrets } = platform
  try {
    const sealed = secrets.encrypt(
      JSON.stringify({ headers: response.headers, body: bodyText(response.body) }),
    )
    await database.write(claim.companyId, {
      work: ({ db }) => keepResponse(db, claim, response.status ?? 200, sealed),
    })
  } catch (error) {
    log.error({ err: error }, 'a response could not be stored for repeated requests')
    await releaseClaim(platform, claim)
  }
}

/** Responses to POST are JSON or empty. */
function bodyText(body: HttpResponse['body']): string | null {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

async function releaseClaim({ database, log }: TelephonyPlatform, claim: RetryClaim): Promise<void> {
  try {
    await database.write(claim.companyId, {
      work: ({ db }) =>
        retryKeysTable.removeWhere(db, {
          company_id: claim.companyId,
          key_hash: claim.keyHash,
          created_at: claim.at,
          carried_out: 0,
        }),
    })
  } catch (error) {
    log.warn({ err: error }, 'an Idempotency-Key could not be released; it expires in a minute')
  }
}

async function repeatResponse(
  platform: TelephonyPlatform,
  claim: RetryClaim,
  fingerprint: string,
): Promise<HttpResponse> {
  const first = await retryKeysTable.find(platform.database.read, {
    company_id: claim.companyId,
    key_hash: claim.keyHash,
  })
  if (first && first.fingerprint !== fingerprint) {
    throw new Problem(422, 'This Idempotency-Key was used for another request')
  }
  if (first?.answer_sealed == null) {
    if (first?.carried_out) {
      throw conflict('The first request with this Idempotency-Key was carried out, but its response was lost')
    }
    throw new Problem(409, 'The first request with this Idempotency-Key is still in progress', {
      headers: { 'retry-after': '1' },
    })
  }
  const { headers, body } = JSON.parse(platform.secrets.decrypt(first.answer_sealed))
  return new HttpResponse(body ?? undefined, {
    status: first.status ?? 200,
    headers: { ...headers, 'idempotency-replayed': 'true' },
  })
}

/** Equal for a repeated request, even though each form has a new boundary. */
async function requestFingerprint({ url, body }: FastifyRequest): Promise<string> {
  const hash = createHash('sha256').update(url).update('\n')
  if (!isUpload(body)) hash.update(Buffer.isBuffer(body) ? body : String(body ?? ''))
  else {
    const files = body.files.map(({ field, name, size }) => [field, name, size])
    hash.update(JSON.stringify([body.isForm, body.fields, files]))
    for (const { path } of body.files) for await (const bytes of createReadStream(path)) hash.update(bytes)
  }
  return hash.digest('base64url')
}

const isUpload = (body: unknown): body is UploadBody =>
  typeof body === 'object' && body !== null && 'files' in body
