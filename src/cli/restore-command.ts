import { join } from 'node:path'
import { KEY_FILE } from '../platform/backup/backup-manifest.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { createLogger } from '../platform/logging/log.ts'
import { prepareDataFolder } from '../server/start/prepare-data-folder.ts'
import { fileKinds, openFiles } from './bucket-place.ts'
import { command } from './command.ts'
import { explainBackupError } from './explain-backup-error.ts'
import { withPlainBackup } from './with-plain-backup.ts'

export const restoreCommand = command({
  usage: 'PLACE [--identity FILE]',
  arguments: ['PLACE'],
  options: { identity: { type: 'string' } },
  async run({ positionals: [place], values: { identity } }, config) {
    const { databaseUrl, dataDir, secretKey, objectStore } = config
    prepareDataFolder(dataDir)
    const { knownSteps } = await import('../server/start/database-migrations.ts')
    const plan = {
      dataDir,
      postgres:
        databaseUrl === undefined ? undefined : { url: databaseUrl, environment: config.postgresEnvironment },
      openBucket: objectStore && ((owner: string) => openFiles(objectStore, owner)),
      fileKinds,
      knownSteps,
      async finish() {
        const restored = await import('../server/start/restored-databases.ts')
        await restored.startNewHistories(config, createLogger(config.logLevel))
      },
    }
    const restore = () =>
      withPlainBackup(place!, identity, config, (plain) =>
        restoreBackup(plain, plan).catch((error) => {
          throw explainBackupError(error)
        }),
      )
    const { whileNoServerRuns } = await import('../server/maintenance/while-no-server-runs.ts')
    const { manifest, inBucket } = await (databaseUrl === undefined
      ? restore()
      : whileNoServerRuns(config, restore))
    const places = [databaseUrl === undefined ? dataDir : 'PostgreSQL']
    if (inBucket > 0) places.push(`${inBucket} of them to the bucket ${objectStore!.bucket}`)
    console.log(`Restored ${manifest.files} files, ${manifest.bytes} bytes, to ${places.join(', ')}.`)
    if (databaseUrl !== undefined && manifest.files_of !== undefined && objectStore === undefined) {
      console.log(
        `Its files are in ${dataDir}: the server moves them into the database when it starts there.`,
      )
    }
    console.log(`The backup was made at ${manifest.started_at} by version ${manifest.version}.`)
    if (!manifest.holds_key && secretKey === undefined) {
      console.log(
        `The backup does not include the secret key: put it into ${join(dataDir, KEY_FILE)}, or set SECRET_KEY, before you start the server.`,
      )
    }
  },
})
