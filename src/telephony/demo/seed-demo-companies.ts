import type { Telephony } from '../telephony.ts'
import { ACME_KEY, createDemoCompanies } from './create-demo-companies.ts'

/** The demo companies, unless they are there. */
export async function seedDemoCompanies(telephony: Telephony): Promise<void> {
  const known = await telephony.apiKeys.get(telephony.secrets.hash(ACME_KEY))
  if (!known) await createDemoCompanies(telephony)
}
