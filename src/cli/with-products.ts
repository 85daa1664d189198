import type { Config } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import { createLogger } from '../platform/log.ts'
import { openProducts, type Products } from '../server/open-products.ts'

/** Opens the products for one piece of work, and lets go of them so that the process can end. */
export async function withProducts(
  config: Config,
  work: (products: Products) => Promise<void>,
): Promise<void> {
  const products = await openProducts(config, createLogger(config.logLevel), systemClock, 'command')
  try {
    await work(products)
  } finally {
    await products.stop()
  }
}
