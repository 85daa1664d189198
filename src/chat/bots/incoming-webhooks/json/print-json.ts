/** Readable JSON. Leaves out values that are nested too deeply or too long to read. */
export function printJson(value: unknown): string {
  return JSON.stringify(shorten(value, 0), null, 2)
}

const DEPTH_LIMIT = 10
const ITEM_LIMIT = 50

function shorten(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEPTH_LIMIT) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEM_LIMIT).map((item) => shorten(item, depth + 1))
    return value.length > ITEM_LIMIT ? [...items, '…'] : items
  }
  const fields = Object.entries(value)
  const shown = fields.slice(0, ITEM_LIMIT).map(([name, field]) => [name, shorten(field, depth + 1)])
  return Object.fromEntries(fields.length > ITEM_LIMIT ? [...shown, ['…', '…']] : shown)
}
