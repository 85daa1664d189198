import { timingSafeEqual } from 'node:crypto'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { PromptReference } from '../calls/call-plan.ts'

type Needs = Pick<TelephonyPlatform, 'config' | 'secrets'>

/**
 * Where the PBX fetches a prompt, which may run on another host. The address is signed, so that nobody can guess it, and
 * always the same, so that the PBX fetches a prompt only once.
 */
export function promptUrl({ config, secrets }: Needs, { companyId, promptId }: PromptReference): string {
  const base = config.telephony.asteriskFetchUrl ?? config.publicUrl
  const claim = `${companyId}.${promptId}`
  return `${base}/prompts/${claim}.${sign(secrets, claim)}.wav`
}

/** undefined if the signature is wrong */
export function readPromptToken({ secrets }: Needs, token: string): PromptReference | undefined {
  const [, claim, companyId, promptId, signature] =
    /^((\d{1,15})\.([0-9a-f]{24}))\.([\w-]{43})\.wav$/.exec(token) ?? []
  if (claim === undefined) return undefined
  const isGenuine = timingSafeEqual(Buffer.from(signature!), Buffer.from(sign(secrets, claim)))
  return isGenuine ? { companyId: Number(companyId), promptId: promptId! } : undefined
}

const sign = (secrets: Needs['secrets'], claim: string) => secrets.sign(`prompt ${claim}`)
