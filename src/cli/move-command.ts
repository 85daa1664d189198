import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { KEY_FILE } from '../platform/backup/backup-manifest.ts'
import type { MovePlan } from '../server/maintenance/move-products.ts'
import { command } from './command.ts'
import { noDataIn } from './require-data-folder.ts'
import { UsageMistake } from './usage-mistake.ts'

export const moveCommand = command({
  usage: '--to postgres://... | --to sqlite:FOLDER',
  arguments: [],
  options: { to: { type: 'string' } },
  async run({ values: { to } }, config) {
    if (to === undefined) throw new UsageMistake('--to is missing.')
    const plan = planMove(to, config)
    const { moveProducts } = await import('../server/maintenance/move-products.ts')
    const { tables, rows, files } = await moveProducts(plan)
    console.log(
      `Moved ${rows} rows of ${tables} tables and ${files} files. Both sides were compared and are identical.`,
    )
    console.log(nextSteps(plan, config))
  },
})

function planMove(to: string, { dataDir, databaseUrl }: Config): MovePlan {
  const report = (line: string) => console.error(line)
  if (/^postgres(ql)?:/.test(to)) {
    if (databaseUrl !== undefined) {
      throw new ConfigError(
        'The source is already PostgreSQL (DATABASE_URL). Use backup and restore to copy it.',
      )
    }
    for (const name of ['chat.db', 'telephony.db']) {
      if (!existsSync(join(dataDir, name))) throw noDataIn(dataDir)
    }
    // Parses the URL like the setting.
    const target = readConfig({}, { DATABASE_URL: to }).databaseUrl!
    return { direction: 'to postgres', databaseUrl: target, dataDir, report }
  }
  if (!/^sqlite:./.test(to)) throw new UsageMistake('--to must be postgres://... or sqlite:FOLDER.')
  if (databaseUrl === undefined) {
    throw new ConfigError(
      'The source is already SQLite, since DATABASE_URL is not set. Use backup and restore to copy it.',
    )
  }
  return { direction: 'to sqlite', databaseUrl, dataDir: resolve(to.slice('sqlite:'.length)), report }
}

/** The target is useless without the key of the source. */
function nextSteps({ direction, dataDir }: MovePlan, config: Config): string {
  const key =
    config.secretKey === undefined
      ? `the key in ${join(config.dataDir, KEY_FILE)}: copy it into the new DATA_DIR, or set SECRET_KEY to it`
      : 'the same SECRET_KEY'
  const settings =
    direction === 'to postgres'
      ? 'DATABASE_URL, a new and empty DATA_DIR'
      : `DATA_DIR=${dataDir} without DATABASE_URL`
  return `Start the server with ${settings}, and ${key}. The source was not changed. Do not start a server on it any more.`
}
