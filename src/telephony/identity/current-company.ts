import type { Company } from './company.ts'
import type { Identity } from './identity.ts'

/** The current state, even if another server has just changed it. For what comes in without an API key. */
export async function currentCompany(
  { companies, follower }: Identity,
  id: number,
): Promise<Company | undefined> {
  await follower.catchUp(id)
  return companies.get(id)
}
