import { join } from 'node:path'
import { ConfigError } from '../config/config.ts'
import { KEY_FILE } from '../platform/backup/backup-manifest.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { createLogger } from '../platform/logging/log.ts'
import { prepareDataFolder } from '../server/start/prepare-data-folder.ts'
import { command } from './command.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { withPlainBackup } from './with-plain-backup.ts'

export const restoreCommand = command({
  usage: 'PLACE [--identity FILE]',
  arguments: ['PLACE'],
  options: { identity: { type: 'string' } },
  async run({ positionals: [place], values: { identity } }, config) {
    const { databaseUrl, dataDir, secretKey } = config
    if (databaseUrl !== undefined) {
      throw new ConfigError(
        'On PostgreSQL everything is in the database: restore it with pg_restore or from the base backup.',
      )
    }
    prepareDataFolder(dataDir)
    const startNewHistories = async () => {
      const restored = await import('../server/start/restored-databases.ts')
      await restored.startNewHistories(config, createLogger(config.logLevel))
    }
    const manifest = await withPlainBackup(place!, identity, config, (plain) =>
      restoreBackup(plain, dataDir, startNewHistories).catch((error) => {
        throw explainBackupError(error)
      }),
    )
    console.log(`Restored ${manifest.files} files, ${manifest.bytes} bytes, to ${dataDir}.`)
    console.log(`The backup was made at ${manifest.started_at} by version ${manifest.version}.`)
    if (!manifest.holds_key && secretKey === undefined) {
      console.log(
        `The backup does not include the secret key: put it into ${join(dataDir, KEY_FILE)}, or set SECRET_KEY, before you start the server.`,
      )
    }
  },
})
