import { timingSafeEqual } from 'node:crypto'
import type { TelephonyPlatform } from '../telephony-platform.ts'

type Needs = Pick<TelephonyPlatform, 'clock' | 'secrets'>

/** What an address lets anybody fetch until then. It is signed, so nothing has to be stored. */
export interface Claim {
  readonly companyId: number
  /** the id of an object */
  readonly id: string
}

/** The purpose keeps addresses of one kind apart from those of another. */
export function signClaim(
  { secrets }: Pick<Needs, 'secrets'>,
  purpose: string,
  { companyId, id }: Claim,
  until: number,
): string {
  const claim = `${companyId}.${id}.${until}`
  return `${claim}.${sign(secrets, purpose, claim)}`
}

/** undefined if the signature is wrong or has expired */
export function readClaim({ clock, secrets }: Needs, purpose: string, token: string): Claim | undefined {
  const [, claim, companyId, id, until, signature] =
    /^((\d{1,15})\.([0-9a-f]{24})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  if (claim === undefined) return undefined
  const isGenuine = timingSafeEqual(Buffer.from(signature!), Buffer.from(sign(secrets, purpose, claim)))
  if (!isGenuine || Number(until) <= clock.now()) return undefined
  return { companyId: Number(companyId), id: id! }
}

/** The prefix with a space keeps this apart from API keys, which are hashed with the same secret. */
const sign = (secrets: Needs['secrets'], purpose: string, claim: string) =>
  secrets.sign(`${purpose} ${claim}`)
