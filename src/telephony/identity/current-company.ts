import type { Company } from './company.ts'
import type { Identity } from './identity.ts'

/** As it is now, also when another server has just changed it: for whatever comes in without a key. */
export async function currentCompany(
  { companies, follower }: Identity,
  id: number,
): Promise<Company | undefined> {
  await follower.catchUp(id)
  return companies.get(id)
}
