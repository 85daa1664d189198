import type { FileStorage } from '../files/file-storage.ts'
import type { Carrier } from './carriers/carrier.ts'

/** Text messages and the carrier that transports them. */
export interface Texting extends FileStorage {
  readonly carrier: Carrier
}

export const createTexting = (storage: FileStorage, carrier: Carrier): Texting => ({ ...storage, carrier })
