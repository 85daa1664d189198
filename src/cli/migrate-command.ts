import { createLogger } from '../platform/logging/log.ts'
import { migrateProducts } from '../server/start/open-products.ts'
import { command } from './command.ts'
import { requireDataFolder } from './require-data-folder.ts'

export const migrateCommand = command({
  usage: '',
  arguments: [],
  options: {},
  async run(_args, config) {
    requireDataFolder(config.dataDir)
    const applied = await migrateProducts(config, createLogger(config.logLevel))
    for (const name of applied) console.log(`Applied ${name}`)
    if (applied.length === 0) console.log('The database is up to date.')
  },
})
