import { join, resolve } from 'node:path'
import { ConfigError } from '../config.ts'
import { KEY_FILE } from '../platform/backup/backup-manifest.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { createLogger } from '../platform/log.ts'
import { prepareDataFolder } from '../server/prepare-data-folder.ts'
import { command } from './command.ts'
import { explainBackupError } from './explain-backup-error.ts'

export const restoreCommand = command({
  usage: 'FOLDER',
  arguments: ['FOLDER'],
  options: {},
  async run({ positionals: [folder] }, config) {
    const { databaseUrl, dataDir, secretKey } = config
    if (databaseUrl !== undefined) {
      throw new ConfigError(
        'On PostgreSQL everything is in the database: restore it with pg_restore or from the base backup.',
      )
    }
    prepareDataFolder(dataDir)
    const beginHistories = async () => {
      const histories = await import('../server/histories.ts')
      await histories.beginHistories(config, createLogger(config.logLevel))
    }
    const manifest = await restoreBackup(resolve(folder!), dataDir, beginHistories).catch((error) => {
      throw explainBackupError(error)
    })
    console.log(`Restored ${manifest.files} files, ${manifest.bytes} bytes, to ${dataDir}.`)
    console.log(`It is the state of ${manifest.started_at}, of version ${manifest.version}.`)
    if (!manifest.holds_key && secretKey === undefined) {
      console.log(
        `The key of the stored secrets was not in it: put it into ${join(dataDir, KEY_FILE)}, or set SECRET_KEY before you start the server.`,
      )
    }
  },
})
