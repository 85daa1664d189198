import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ImportResult } from '../chat/organization/import/import-organization.ts'
import { command } from './command.ts'
import { requireDataFolder } from './require-data-folder.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'

export const importCommand = command({
  usage: 'PATH [--host HOST] [--name NAME] [--dry-run]',
  arguments: ['PATH'],
  options: { host: { type: 'string' }, name: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run({ positionals, values: { host, name, 'dry-run': isDryRun = false } }, config) {
    const path = resolve(positionals[0]!)
    if (!existsSync(path)) throw new UsageMistake(`There is no file or folder ${positionals[0]}.`)
    requireDataFolder(config.dataDir)
    const { importOrganization } = await import('../chat/organization/import/import-organization.ts')
    const { whileNoServerRuns } = await import('../server/maintenance/while-no-server-runs.ts')
    await whileNoServerRuns(config, (checkExclusive) =>
      withProducts(config, async ({ chat }) => {
        const report = (line: string) => console.error(line)
        const result = await importOrganization(
          chat,
          { path, host, name, isDryRun },
          { report, checkExclusive },
        )
        console.log(describe(result))
      }),
    )
  },
})

function describe({ state, system, host, realm, tables, leftOut }: ImportResult): string {
  const count = (table: string) => tables[table] ?? 0
  const what =
    `${count('users')} people and bots, ${count('streams')} streams, ${count('messages')} messages, ` +
    `${count('reactions')} reactions, ${count('attachments')} files and ${count('realm_emoji')} custom emoji`
  const at = host === '' ? 'the root domain' : host
  const first = {
    done: `Imported ${realm?.name} from ${system} to ${at}: ${what}.`,
    'dry run': `The export of ${system} contains ${what}. Nothing was changed; without --dry-run it becomes an organization at ${at}.`,
    'done before': `${realm?.name} at ${at} comes from this very export. Nothing was changed.`,
  }[state]
  const next =
    'Nobody has a password yet. People set one with "Forgot password", or use switchboard set-password.'
  return [
    first,
    ...(leftOut.length > 0 ? ['Left out:', ...leftOut.map((line) => `- ${line}`)] : []),
    ...(state === 'done' ? [next] : []),
  ].join('\n')
}
