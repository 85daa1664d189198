import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../identity/actor.ts'
import { conflict, invalidField, Problem } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { Answer } from './answer.ts'
import {
  claimRetryKey,
  claimText,
  dropUnusedRetryKey,
  findRetryKey,
  keepAnswer,
  type RetryClaim,
} from './retry-key-store.ts'
import type { UploadBody } from './upload-body.ts'

const LONGEST_KEY = 255
/** A claim of this age without a result was left by a process that died. */
const ABANDONED_AFTER_MS = 60_000

/**
 * Runs a POST with an Idempotency-Key once; a repeated request gets the first response again. The key is marked in the
 * transaction of the change (see record-change.ts), so that not even a crash lets it happen twice.
 */
export async function runOnce(
  platform: TelephonyPlatform,
  caller: Actor,
  key: string,
  request: FastifyRequest,
  work: (actor: Actor) => Promise<Answer>,
): Promise<Answer> {
  if (key === '' || key.length > LONGEST_KEY) {
    throw invalidField('Idempotency-Key', `must have 1 to ${LONGEST_KEY} characters`)
  }
  const { clock, database, secrets } = platform
  const { id: companyId } = caller.company
  const claim = { companyId, keyHash: secrets.hash(`${caller.contact.id} ${key}`), at: clock.now() }
  const fingerprint = secrets.hash(await requestFingerprint(request))
  const claimed = await database.write(companyId, {
    work: ({ db }) => claimRetryKey(db, claim, fingerprint, ABANDONED_AFTER_MS),
  })
  if (!claimed) return repeatAnswer(platform, claim, fingerprint)
  let answer: Answer
  try {
    answer = await work({ ...caller, retryKey: claimText(claim) })
  } catch (error) {
    // Nothing was changed: the next attempt starts afresh.
    await releaseClaim(platform, claim)
    throw error
  }
  await keep(platform, claim, answer)
  return answer
}

/** A completed request gets its response even if the response cannot be stored. */
async function keep(platform: TelephonyPlatform, claim: RetryClaim, answer: Answer): Promise<void> {
  const { database, log, secrets } = platform
  try {
    const sealed = secrets.encrypt(JSON.stringify({ headers: answer.headers, body: bodyText(answer.body) }))
    await database.write(claim.companyId, {
      work: ({ db }) => keepAnswer(db, claim, answer.status ?? 200, sealed),
    })
  } catch (error) {
    log.error({ err: error }, 'a response could not be stored for repeated requests')
    await releaseClaim(platform, claim)
  }
}

/** Responses to POST are JSON or empty. */
function bodyText(body: Answer['body']): string | null {
  if (body === undefined) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}

async function releaseClaim({ database, log }: TelephonyPlatform, claim: RetryClaim): Promise<void> {
  try {
    await database.write(claim.companyId, { work: ({ db }) => dropUnusedRetryKey(db, claim) })
  } catch (error) {
    log.warn({ err: error }, 'an Idempotency-Key could not be released; it expires in a minute')
  }
}

async function repeatAnswer(
  platform: TelephonyPlatform,
  claim: RetryClaim,
  fingerprint: string,
): Promise<Answer> {
  const first = await findRetryKey(platform.database.read, claim)
  if (first && first.fingerprint !== fingerprint) {
    throw new Problem(422, 'This Idempotency-Key was used for another request')
  }
  if (first?.answer_sealed == null) {
    if (first?.carried_out) {
      throw conflict('The first request with this Idempotency-Key was carried out, but its answer was lost')
    }
    throw new Problem(409, 'The first request with this Idempotency-Key is still in progress', {
      headers: { 'retry-after': '1' },
    })
  }
  const { headers, body } = JSON.parse(platform.secrets.decrypt(first.answer_sealed))
  return new Answer(body ?? undefined, {
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
