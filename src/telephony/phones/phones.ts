import type { Directory } from '../company/directory.ts'
import type { Pbx } from './pbx/pbx.ts'

/** Extensions and the PBX that their phones register with. */
export interface Phones extends Directory {
  readonly pbx: Pbx
}

export const createPhones = (directory: Directory, pbx: Pbx): Phones => ({ ...directory, pbx })
