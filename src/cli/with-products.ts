import type { Config } from '../config/config.ts'
import { createLogger } from '../platform/logging/log.ts'
import type { Products } from '../server/start/open-products.ts'
import { requireDataFolder } from './require-data-folder.ts'

/** Opens the products for one task, and closes them so that the process can end. */
export async function withProducts(
  config: Config,
  work: (products: Products) => Promise<void>,
): Promise<void> {
  requireDataFolder(config.dataDir)
  // This is most of the program. Do not load it for a mistake in the arguments.
  const { openProducts } = await import('../server/start/open-products.ts')
  const products = await openProducts(config, createLogger(config.logLevel), undefined, 'command')
  try {
    await work(products)
  } finally {
    await products.stop()
  }
}
