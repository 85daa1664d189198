import type { Logger } from '../../../../platform/log.ts'
import type { Ari } from './ari.ts'

/** Asterisk reads the hints (for busy lamps) at its start. A new domain needs a reload. */
export function createHintReload(ari: Ari, log: Logger) {
  const known = new Set<string>()
  return async (domain: string): Promise<void> => {
    if (known.has(domain)) return
    try {
      await ari.call('PUT', 'asterisk/modules/pbx_config.so')
      known.add(domain)
    } catch (error) {
      // Phones work all the same; only their lamps do not.
      log.warn({ err: error, domain }, 'Asterisk has not read whose phones can be watched')
    }
  }
}
