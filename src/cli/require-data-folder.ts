import { existsSync } from 'node:fs'
import { ConfigError } from '../config/config.ts'

/** For commands that work on existing data: creating the folder would hide wrong settings. */
export function requireDataFolder(dataDir: string): void {
  if (!existsSync(dataDir)) throw noDataIn(dataDir)
}

export const noDataIn = (dataDir: string) =>
  new ConfigError(
    `There is no data in DATA_DIR ${dataDir}. If the server's settings are in an environment file, such as ` +
      '/etc/switchboard/switchboard.env, load that file first. For a new installation create the folder, or start the server.',
  )
