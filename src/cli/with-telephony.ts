import { type Config, ConfigError } from '../config.ts'
import { Problem } from '../telephony/problem.ts'
import type { Telephony } from '../telephony/telephony.ts'
import { withProducts } from './with-products.ts'

/** Opens the telephony for one piece of work. What it refuses is told as its message, without a stack. */
export async function withTelephony(
  config: Config,
  work: (telephony: Telephony) => Promise<void>,
): Promise<void> {
  try {
    await withProducts(config, ({ telephony }) => work(telephony))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Pointers lead to arguments here.
    throw new ConfigError(`${error.message.replace(/^\//, '')}.`)
  }
}
