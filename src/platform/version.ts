import { createRequire } from 'node:module'

/** The same relative path from the sources and from the build. */
const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

export const VERSION = version
