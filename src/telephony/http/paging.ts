import { Type } from '@sinclair/typebox'
import type { Page } from '../list-page.ts'

export const DEFAULT_PAGE_SIZE = 100
export const MAX_PAGE_SIZE = 1000

const size = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE, description }))

export const pageNumber = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1, description: 'Counted from 1.' }),
)
export const pageSize = size('How many at most.')

/** The requested page, with defaults. */
export function pageOf(number: number | undefined, size: number | undefined): Page {
  return { number: number ?? 1, size: size ?? DEFAULT_PAGE_SIZE }
}

export const pageOffset = ({ number, size }: Page) => (number - 1) * size

/** On every paged list. */
export function pagingHeaders(page: Page, total: number): Record<string, string> {
  return {
    'x-pagination-total-count': String(total),
    'x-pagination-page-count': String(Math.ceil(total / page.size)),
    'x-pagination-current-page': String(page.number),
    'x-pagination-per-page': String(page.size),
  }
}
