import { TIFF } from '../../../platform/files/sniff-type.ts'
import { downloadResponse } from '../../files/contents/download-response.ts'
import { readClaim, signClaim } from '../../files/signed-claim.ts'
import type { HttpResponse } from '../../http/http-response.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { placeOfPages } from './fax-pages.ts'

const PURPOSE = 'fax pages'
/** A line fetches the pages as soon as it gets the fax. */
const VALID_MS = 3_600_000

/** Where the line fetches the pages of a fax. Nobody else knows the address. */
export function faxPagesUrl(platform: TelephonyPlatform, companyId: number, id: string): string {
  const { clock, config } = platform
  const token = signClaim(platform, PURPOSE, { companyId, id }, clock.now() + VALID_MS)
  return `${config.telephony.asteriskFetchUrl ?? config.publicUrl}/fax/pages/${token}`
}

export async function downloadFaxPages(identity: Identity, token: string): Promise<HttpResponse> {
  const claim = readClaim(identity, PURPOSE, token)
  const company = claim && (await currentCompany(identity, claim.companyId))
  const content = company && (await identity.contents.stream(placeOfPages(company, claim.id)))
  if (!content) throw notFound('This address is not valid, or has expired')
  return downloadResponse(content.stream, {
    size: content.size,
    mimetype: TIFF,
    name: `fax-${claim.id}.tiff`,
  })
}
