import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// Both paths are the same from the sources and from the build, which is as deep.
const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

export const VERSION = version

/** The built web app. */
export const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))
