import { VERSION } from '../../../platform/version.ts'

/**
 * The version of the API family that is met, then our own. Clients of the family refuse servers whose
 * version they consider too old, so the family's version comes first.
 */
export const CHAT_VERSION = `2.1.0+switchboard.${VERSION}`

/** Nothing that the family numbered later is promised. */
export const FEATURE_LEVEL = 0
