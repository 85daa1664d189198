import type { TelephonyPlatform } from '../telephony-platform.ts'
import { type Claim, readClaim, signClaim } from './signed-claim.ts'

const PURPOSE = 'shared file'

/** An address at which anybody can fetch the file until then. */
export const sharedFileUrl = (
  platform: Pick<TelephonyPlatform, 'config' | 'secrets'>,
  companyId: number,
  fileId: string,
  until: number,
) =>
  `${platform.config.publicUrl}/files/shared/${signClaim(platform, PURPOSE, { companyId, id: fileId }, until)}`

/** undefined if the signature is wrong or has expired */
export const readSharedFileToken = (
  platform: Pick<TelephonyPlatform, 'clock' | 'secrets'>,
  token: string,
): Claim | undefined => readClaim(platform, PURPOSE, token)
