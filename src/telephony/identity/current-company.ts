import type { Telephony } from '../telephony.ts'
import type { Company } from './company.ts'

/** As it is now, also when another server has just changed it: for whatever comes in without a key. */
export async function currentCompany(
  { companies, follower }: Telephony,
  id: number,
): Promise<Company | undefined> {
  await follower.reach(id)
  return companies.get(id)
}
