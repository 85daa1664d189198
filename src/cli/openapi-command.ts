import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { integrations } from '../chat/bots/incoming-webhooks/integrations.ts'
import { writeGuide, writeGuideList } from '../chat/bots/incoming-webhooks/write-guide.ts'
import { describeChatApi } from '../chat/openapi/describe-chat-api.ts'
import { documentText } from '../platform/openapi/document-text.ts'
import { apiEndpoints } from '../server/api-endpoints.ts'
import { withPermissionTables } from '../server/maintenance/permission-tables.ts'
import { describeTelephonyEvents } from '../telephony/asyncapi/describe-telephony-events.ts'
import { describeTelephonyApi } from '../telephony/describe-telephony-api.ts'
import { command } from './command.ts'
import { UsageMistake } from './usage-mistake.ts'

/** The same relative path from the sources and from the build. */
const docs = fileURLToPath(new URL('../../docs/', import.meta.url))

/** The documents of each product by their paths in docs/; the first one is its OpenAPI document. */
const documents: Record<string, Record<string, () => object>> = {
  chat: { 'openapi/chat.json': () => describeChatApi(apiEndpoints) },
  telephony: {
    'openapi/telephony.json': describeTelephonyApi,
    'asyncapi/telephony.json': describeTelephonyEvents,
  },
}

/** For pages that all operators read. */
const EXAMPLE_SERVER = 'https://chat.example.com'

export const openapiCommand = command({
  usage: '[--write] [chat|telephony]',
  arguments: [],
  optional: ['API'],
  options: { write: { type: 'boolean' } },
  async run({ positionals: [product], values }) {
    if (product !== undefined && !Object.hasOwn(documents, product)) {
      throw new UsageMistake(`There is no API called '${product}'. Use chat or telephony.`)
    }
    if (values.write) await writeDocuments(product === undefined ? Object.keys(documents) : [product])
    else process.stdout.write(documentText(Object.values(documents[product ?? 'chat']!)[0]!()))
  },
})

async function writeDocuments(products: string[]): Promise<void> {
  for (const [place, describe] of products.flatMap((name) => Object.entries(documents[name]!))) {
    await writeDocument(place, documentText(describe()))
  }
  if (!products.includes('chat')) return
  await writeDocument('security.md', withPermissionTables(await readFile(`${docs}security.md`, 'utf8')))
  await writeDocument('webhooks/README.md', writeGuideList('', '.md'))
  for (const integration of integrations.values()) {
    await writeDocument(`webhooks/${integration.name}.md`, await writeGuide(integration, EXAMPLE_SERVER))
  }
}

async function writeDocument(place: string, text: string): Promise<void> {
  await mkdir(dirname(docs + place), { recursive: true })
  await writeFile(docs + place, text)
  console.log(`Wrote ${docs}${place}`)
}
