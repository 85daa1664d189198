import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { badRequest } from '../chat/chat-error.ts'
import { writeArchive } from '../chat/organization/export/write-archive.ts'
import { command } from './command.ts'
import { findOrganization } from './find-account.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'

export const exportCommand = command({
  usage: '--out FILE [--organization HOST]',
  arguments: [],
  options: { organization: { type: 'string' }, out: { type: 'string' } },
  async run({ values: { organization, out } }, config) {
    if (out === undefined) throw new UsageMistake('--out is missing.')
    const path = resolve(out)
    await withProducts(config, async ({ chat }) => {
      const realm = await findOrganization(chat, organization)
      if (existsSync(path)) throw badRequest(`${out} exists already.`)
      await writeArchive(chat, realm, path)
      console.log(`Exported ${realm.name} to ${out}.`)
    })
  },
})
