import { type Config, ConfigError } from '../config/config.ts'
import { Problem } from '../telephony/problem.ts'
import type { Telephony } from '../telephony/telephony.ts'
import { withProducts } from './with-products.ts'

/** Opens the telephony for one task. Its errors are shown as messages, without a stack. */
export async function withTelephony(
  config: Config,
  work: (telephony: Telephony) => Promise<void>,
): Promise<void> {
  try {
    await withProducts(config, ({ telephony }) => work(telephony))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // JSON pointers name arguments here.
    throw new ConfigError(`${error.message.replace(/^\//, '')}.`)
  }
}
