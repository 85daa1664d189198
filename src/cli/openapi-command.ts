import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describeChatApi } from '../chat/openapi/describe-chat-api.ts'
import { documentText } from '../platform/openapi/document-text.ts'
import { command } from './command.ts'

/** The same relative path from the sources and from the build. */
const folder = fileURLToPath(new URL('../../docs/openapi/', import.meta.url))

export const openapiCommand = command({
  summary: 'Print the OpenAPI document of the API; --write keeps it in docs/openapi.',
  usage: '[--write]',
  arguments: [],
  options: { write: { type: 'boolean' } },
  async run({ values }) {
    const text = documentText(describeChatApi())
    if (!values.write) {
      process.stdout.write(text)
      return
    }
    await mkdir(folder, { recursive: true })
    await writeFile(`${folder}chat.json`, text)
    console.log(`Wrote ${folder}chat.json`)
  },
})
