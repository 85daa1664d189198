import { type EngineName, makePlace } from '../engines.ts'
import { type AsteriskTestOptions, type RunningAsterisk, runAsterisk } from './run-asterisk.ts'

export type { AsteriskTestOptions, RunningAsterisk }

/** An Asterisk whose phones are in an empty database of the tests. */
export const startAsterisk = async (
  engine: EngineName,
  options: AsteriskTestOptions = {},
): Promise<RunningAsterisk> => runAsterisk(await makePlace(engine), options)
