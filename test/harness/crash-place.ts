import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { type Config, readConfig } from '../../src/config/config.ts'
import { buildScript } from './build-script.ts'
import { type EngineName, makePlace } from './engines.ts'

export interface CrashPlace {
  readonly config: Config
  /** Runs the script, which kills itself. `lives`: it ends well instead. */
  die(argument: object, lives?: boolean): Promise<void>
  remove(): Promise<void>
}

/** The data of a server that a script opens, and is killed in the middle. */
export async function makeCrashPlace(engine: EngineName, scriptName: string): Promise<CrashPlace> {
  const script = await buildScript(scriptName)
  const place = await makePlace(engine)
  const config = readConfig(
    { development: true },
    {
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      LOG_LEVEL: 'silent',
    },
  )
  return {
    config,
    async die(argument, lives = false) {
      const child = spawn(process.execPath, [script, JSON.stringify({ config, ...argument })], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const [code, signal] = await once(child, 'exit')
      expect({ code, signal }).toEqual(lives ? { code: 0, signal: null } : { code: null, signal: 'SIGKILL' })
    },
    remove: () => place.remove(),
  }
}
