import type { Config } from '../config.ts'
import { createLogger } from '../platform/log.ts'
import type { Products } from '../server/open-products.ts'
import { requireDataFolder } from './require-data-folder.ts'

/** Opens the products for one piece of work, and lets go of them so that the process can end. */
export async function withProducts(
  config: Config,
  work: (products: Products) => Promise<void>,
): Promise<void> {
  requireDataFolder(config.dataDir)
  // The largest part of the program, which a mistake in the arguments does not need.
  const { openProducts } = await import('../server/open-products.ts')
  const products = await openProducts(config, createLogger(config.logLevel), undefined, 'command')
  try {
    await work(products)
  } finally {
    await products.stop()
  }
}
