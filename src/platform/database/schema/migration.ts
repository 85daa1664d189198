import type { AnyHandle } from '../any-handle.ts'
import type { Engine } from '../database.ts'

export interface Migration {
  /** Names sort in the order of application and never change once released. */
  name: string
  up(db: AnyHandle, engine: Engine): Promise<void>
}
