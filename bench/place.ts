import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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

/**
 * A folder with the demo organization, and what `fill` adds to it. One that is kept is filled once for several runs, each
 * of which works on a copy: otherwise the second would begin where the first has ended.
 */
export async function makePlace(
  fill: (chat: Chat, demo: DemoOrganization) => Promise<void> = async () => {},
  settings: Record<string, string> = {},
  keptIn?: string,
): Promise<Place> {
  const note = keptIn && join(keptIn, 'place.json')
  if (note && existsSync(note)) return copyOf(JSON.parse(readFileSync(note, 'utf8')))
  const dataDir = keptIn ?? makeFolder()
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  // What an earlier run left half done is of no use; nor is what this one leaves when it is interrupted.
  if (keptIn) remove()
  mkdirSync(dataDir, { recursive: true })
  process.once('exit', remove)
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
  const place = { dataDir, demo, authorization }
  if (!note) return { ...place, remove }
  writeFileSync(note, JSON.stringify(place))
  process.removeListener('exit', remove)
  return copyOf(place)
}

function copyOf(kept: Omit<Place, 'remove'>): Place {
  const dataDir = makeFolder()
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', remove)
  cpSync(kept.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return { ...kept, dataDir, remove }
}

const makeFolder = () => mkdtempSync(join(tmpdir(), 'switchboard-bench-'))
