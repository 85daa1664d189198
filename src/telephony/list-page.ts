import type { RowPage } from '../platform/database/statements/read-page.ts'

export interface Page {
  /** counted from 1 */
  number: number
  size: number
}

export type PageOf<T> = RowPage<T>
