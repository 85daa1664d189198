import { VERSION } from '../../../platform/program.ts'

/**
 * The API family's version that we implement, then our own. The family's clients refuse servers with an old version,
 * so its version comes first.
 */
export const CHAT_VERSION = `2.1.0+switchboard.${VERSION}`
