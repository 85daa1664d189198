import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Chat } from '../src/chat/chat.ts'
import type { DemoOrganization } from '../src/chat/demo/create-demo-organization.ts'
import { loadConfig, loadDemo, loadLog, loadProducts } from './built.ts'

export interface Place {
  dataDir: string
  demo: DemoOrganization
  /** by the first part of the email address */
  authorization: Record<string, string>
  remove(): void
}

/** A folder with the demo organization, and what `fill` adds to it. */
export async function makePlace(
  fill: (chat: Chat, demo: DemoOrganization) => Promise<void> = async () => {},
  settings: Record<string, string> = {},
): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'))
  const { readConfig } = await loadConfig()
  const { createLogger } = await loadLog()
  const { openProducts } = await loadProducts()
  const { createDemoOrganization } = await loadDemo()
  const config = readConfig({ development: true, dataDir }, settings)
  const products = await openProducts(config, createLogger('error'))
  const demo = await createDemoOrganization(products.chat, undefined)
  await fill(products.chat, demo)
  const authorization: Record<string, string> = {}
  for (const user of [...Object.values(demo.people), ...Object.values(demo.bots)]) {
    const key = products.chat.secrets.decrypt(user.api_key_sealed)
    authorization[user.short_name] = `Basic ${Buffer.from(`${user.email}:${key}`).toString('base64')}`
  }
  await products.stop()
  return { dataDir, demo, authorization, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}
