import type { FileStorage } from '../files/file-storage.ts'
import type { FaxLine } from './faxes/fax-line.ts'

/** Faxes and the line that transports them. */
export interface Faxing extends FileStorage {
  readonly faxLine: FaxLine
}

export const createFaxing = (storage: FileStorage, faxLine: FaxLine): Faxing => ({ ...storage, faxLine })
