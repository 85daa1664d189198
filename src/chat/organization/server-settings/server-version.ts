import { VERSION } from '../../../platform/program.ts'

/**
 * The API family's version that we implement, then our own. The family's clients refuse servers with an old version,
 * so its version comes first.
 */
export const CHAT_VERSION = `2.1.0+switchboard.${VERSION}`

/**
 * We promise no features that the family numbered later. Where a path has an older and a newer form, every client gets
 * that of this level (see docs/decisions/0033-one-form-for-every-client.md).
 */
export const FEATURE_LEVEL = 0
