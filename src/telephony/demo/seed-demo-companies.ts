import type { Phones } from '../phones/phones.ts'
import { ACME_KEY, createDemoCompanies } from './create-demo-companies.ts'

/** The demo companies, unless they are there. */
export async function seedDemoCompanies(phones: Phones): Promise<void> {
  const known = await phones.apiKeys.get(phones.secrets.hash(ACME_KEY))
  if (!known) await createDemoCompanies(phones)
}
