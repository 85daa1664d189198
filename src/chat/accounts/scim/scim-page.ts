import { type Filter, parseFilter } from './scim-filter.ts'
import type { JsonObject } from './scim-json.ts'

const DEFAULT_COUNT = 100
export const MAX_COUNT = 200

export interface ListQuery {
  filter: Filter | undefined
  /** the first is 1 */
  startIndex: number
  count: number
}

/** As RFC 7644 (section 3.4.2.4) wants it: numbers that are too small mean the smallest one. */
export function readListQuery(query: Record<string, unknown>): ListQuery {
  const { filter, startIndex, count } = query
  return {
    filter: typeof filter === 'string' && filter.trim() !== '' ? parseFilter(filter) : undefined,
    startIndex: Math.max(1, integerOf(startIndex, 1)),
    count: Math.min(MAX_COUNT, Math.max(0, integerOf(count, DEFAULT_COUNT))),
  }
}

const integerOf = (value: unknown, fallback: number) =>
  typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : fallback

export interface ScimPage {
  schemas: string[]
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: JsonObject[]
}

export const pageOf = (resources: JsonObject[], startIndex: number, totalResults: number): ScimPage => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** `attributes` and `excludedAttributes` name attributes of the top level; `id` and `schemas` always stay. */
export function withAttributes(resource: JsonObject, query: Record<string, unknown>): JsonObject {
  const { attributes, excludedAttributes } = query
  const wanted = namesOf(attributes)
  const excluded = namesOf(excludedAttributes)
  const isShown = (name: string) =>
    name === 'id' ||
    name === 'schemas' ||
    (wanted.size === 0 || wanted.has(name.toLowerCase()) ? !excluded.has(name.toLowerCase()) : false)
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)))
}

const namesOf = (list: unknown) =>
  new Set(
    typeof list === 'string'
      ? list
          .slice(0, 2000)
          .split(',')
          .map((name) => name.trim().split('.')[0]!.toLowerCase())
          .filter((name) => name !== '')
      : [],
  )
