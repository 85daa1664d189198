import { timingSafeEqual } from 'node:crypto'
import { secondsOf } from '../../../platform/clock.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { MessageReference, PromptReference } from '../pbx/flow/call-sound.ts'

type Needs = Pick<TelephonyPlatform, 'config' | 'secrets' | 'clock'>

/** Longer than it takes to fetch a message. */
const MESSAGE_SECONDS = 300

/**
 * Where the PBX fetches a prompt, which may run on another host. The address is signed, so that nobody can guess it, and
 * always the same, so that the PBX fetches a prompt only once.
 */
export const promptUrl = (needs: Needs, { companyId, promptId }: PromptReference): string =>
  signedUrl(needs, `${companyId}.${promptId}`)

/** The same for a message of a mailbox, for some minutes. */
export const messageUrl = (needs: Needs, { companyId, messageId }: MessageReference): string =>
  signedUrl(needs, `${companyId}.${messageId}.${secondsOf(needs.clock) + MESSAGE_SECONDS}`)

function signedUrl({ config, secrets }: Needs, claim: string): string {
  const base = config.telephony.asteriskFetchUrl ?? config.publicUrl
  return `${base}/prompts/${claim}.${sign(secrets, claim)}.wav`
}

/** undefined if the signature is wrong, or the address no longer valid */
export function readPromptToken(
  { secrets, clock }: Needs,
  token: string,
): PromptReference | MessageReference | undefined {
  const [, claim, company, id, until, signature] =
    /^((\d{1,15})\.([0-9a-f]{24})(?:\.(\d{1,12}))?)\.([\w-]{43})\.wav$/.exec(token) ?? []
  if (claim === undefined) return undefined
  const isGenuine = timingSafeEqual(Buffer.from(signature!), Buffer.from(sign(secrets, claim)))
  if (!isGenuine || (until !== undefined && Number(until) < secondsOf(clock))) return undefined
  const companyId = Number(company)
  return until === undefined ? { companyId, promptId: id! } : { companyId, messageId: id! }
}

const sign = (secrets: Needs['secrets'], claim: string) => secrets.sign(`prompt ${claim}`)
