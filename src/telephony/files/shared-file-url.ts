import { timingSafeEqual } from 'node:crypto'
import type { TelephonyPlatform } from '../telephony-platform.ts'

type Needs = Pick<TelephonyPlatform, 'clock' | 'config' | 'secrets'>

/** An address at which anybody can fetch the file until then. It is signed, so nothing has to be stored. */
export function sharedFileUrl(
  { config, secrets }: Needs,
  companyId: number,
  fileId: string,
  until: number,
): string {
  const claim = `${companyId}.${fileId}.${until}`
  return `${config.publicUrl}/files/shared/${claim}.${sign(secrets, claim)}`
}

/** undefined if the signature is wrong or has expired */
export function readSharedFileToken(
  { clock, secrets }: Needs,
  token: string,
): { companyId: number; fileId: string } | undefined {
  const [, claim, companyId, fileId, until, signature] =
    /^((\d{1,15})\.([0-9a-f]{24})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (claim === undefined) return undefined
  const isGenuine = timingSafeEqual(Buffer.from(signature!), Buffer.from(sign(secrets, claim)))
  if (!isGenuine || Number(until) <= clock.now()) return undefined
  return { companyId: Number(companyId), fileId: fileId! }
}

/** The prefix with a space keeps this apart from API keys, which are hashed with the same secret. */
const sign = (secrets: Needs['secrets'], claim: string) => secrets.sign(`shared file ${claim}`)
