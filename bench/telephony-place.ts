import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoCompanies } from '../src/telephony/demo/create-demo-companies.ts'
import type { Telephony } from '../src/telephony/telephony.ts'
import { loadConfig, loadDemoCompanies, loadLog, loadProducts } from './built.ts'

export interface TelephonyPlace {
  dataDir: string
  demo: DemoCompanies
  /** of Acme's primary user */
  headers: Record<string, string>
  remove(): void
}

/** A folder with the demo companies, and what `fill` adds to them. */
export async function makeTelephonyPlace(
  fill: (telephony: Telephony, demo: DemoCompanies) => Promise<void> = async () => {},
): Promise<TelephonyPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'))
  const { readConfig } = await loadConfig()
  const { createLogger } = await loadLog()
  const { openProducts } = await loadProducts()
  const { createDemoCompanies } = await loadDemoCompanies()
  const products = await openProducts(readConfig({ development: true, dataDir }, {}), createLogger('error'))
  const demo = await createDemoCompanies(products.telephony)
  await fill(products.telephony, demo)
  await products.stop()
  return {
    dataDir,
    demo,
    headers: { authorization: 'Bearer dev-acme-key', 'x-user-id': 'primary' },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}
