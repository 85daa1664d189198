import type { FileStorage } from '../files/file-storage.ts'
import type { Carrier } from './carriers/carrier.ts'
import { type CompanyCarriers, createCompanyCarriers } from './company-carriers/company-carriers.ts'

/** Text messages and the carriers that transport them. */
export interface Texting extends FileStorage {
  readonly carrier: CompanyCarriers
}

export const createTexting = (storage: FileStorage, carrier: Carrier): Texting => ({
  ...storage,
  carrier: createCompanyCarriers(storage, carrier),
})
