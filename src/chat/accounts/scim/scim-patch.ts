import { ScimError } from './scim-error.ts'
import { attributePath, type Filter, matches, parseFilter } from './scim-filter.ts'
import { isObject, type Json, type JsonObject, nameIn } from './scim-json.ts'

const MAX_OPERATIONS = 1000

interface Target {
  path: readonly string[]
  /** of items of a list: `members[value eq "7"]` */
  filter: Filter | undefined
  /** of these items: `emails[type eq "work"].value` */
  rest: readonly string[]
}

const invalidPath = (detail: string) => new ScimError(400, detail, 'invalidPath')
const invalidSyntax = (detail: string) => new ScimError(400, detail, 'invalidSyntax')

/**
 * What a resource is after a PATCH (RFC 7644, section 3.5.2), as Entra ID and Okta send it: operations in any case, paths
 * in the names of values, members to remove as a value.
 */
export function patchResource(resource: JsonObject, body: JsonObject): JsonObject {
  const operations = body[nameIn(body, 'Operations') ?? 'Operations']
  if (!Array.isArray(operations)) throw invalidSyntax('Operations must be a list')
  if (operations.length > MAX_OPERATIONS) {
    throw new ScimError(413, `Too many operations (limit: ${MAX_OPERATIONS})`, 'tooMany')
  }
  const changed: JsonObject = structuredClone(resource)
  for (const operation of operations) apply(changed, operation)
  return changed
}

function apply(resource: JsonObject, operation: Json): void {
  if (!isObject(operation)) throw invalidSyntax('An operation must be an object')
  const { op, path, value } = Object.fromEntries(
    Object.entries(operation).map(([name, given]) => [name.toLowerCase(), given]),
  )
  const kind = String(op).toLowerCase()
  if (kind !== 'add' && kind !== 'replace' && kind !== 'remove') {
    throw invalidSyntax(`${String(op).slice(0, 50)} is no operation: use add, replace or remove`)
  }
  if (typeof path === 'string' && path !== '') {
    if (kind !== 'remove' && value === undefined) throw invalidSyntax(`${path.slice(0, 100)} needs a value`)
    change(resource, kind, targetOf(path), value ?? null)
    return
  }
  if (kind === 'remove') throw new ScimError(400, 'remove needs a path', 'noTarget')
  if (!isObject(value)) throw invalidSyntax('Without a path, the value must be an object')
  for (const [name, given] of Object.entries(value)) change(resource, kind, targetOf(name), given)
}

/** `emails[type eq "work"].value`: the path, a filter in brackets, and the rest. */
function targetOf(path: string): Target {
  const open = path.indexOf('[')
  if (open === -1) return { path: attributePath(path), filter: undefined, rest: [] }
  const close = path.lastIndexOf(']')
  const after = path.slice(close + 1)
  if (close < open || (after !== '' && !after.startsWith('.')))
    throw invalidPath(`${path.slice(0, 100)} is no path`)
  return {
    path: attributePath(path.slice(0, open)),
    filter: parseFilter(path.slice(open + 1, close)),
    rest: after === '' ? [] : after.slice(1).split('.'),
  }
}

type Kind = 'add' | 'replace' | 'remove'

function change(resource: JsonObject, kind: Kind, { path, filter, rest }: Target, value: Json): void {
  const parent = holderOf(resource, path.slice(0, -1), kind !== 'remove')
  if (!parent) return
  const name = nameIn(parent, path.at(-1)!) ?? path.at(-1)!
  if (name === '__proto__') throw invalidPath('There is no such attribute')
  if (filter) {
    changeItems(parent, name, kind, { filter, rest }, value)
    return
  }
  const before = parent[name]
  if (kind === 'remove') {
    // Entra ID names the members to remove as a value.
    if (Array.isArray(before) && Array.isArray(value) && value.length > 0) {
      const removed = new Set(value.map(keyOf))
      parent[name] = before.filter((item) => !removed.has(keyOf(item)))
    } else delete parent[name]
  } else if (kind === 'add' && Array.isArray(before)) {
    const known = new Set(before.map(keyOf))
    const added = Array.isArray(value) ? value : [value]
    parent[name] = [...before, ...added.filter((item) => !known.has(keyOf(item)))]
  } else if (isObject(before) && isObject(value)) Object.assign(before, value)
  else parent[name] = value
}

function changeItems(
  parent: JsonObject,
  name: string,
  kind: Kind,
  { filter, rest }: { filter: Filter; rest: readonly string[] },
  value: Json,
): void {
  const list = Array.isArray(parent[name]) ? parent[name] : []
  if (kind === 'remove' && rest.length === 0) {
    parent[name] = list.filter((item) => !matches(filter, item))
    return
  }
  const chosen = list.filter((item) => matches(filter, item))
  if (chosen.length === 0 && kind !== 'remove') {
    // Entra ID replaces the address of a type that is not there yet.
    const item = itemOf(filter)
    if (!item) throw new ScimError(400, `No item of ${name} matches the filter`, 'noTarget')
    list.push(item)
    chosen.push(item)
  }
  parent[name] = list
  for (const item of chosen) {
    if (!isObject(item)) continue
    if (rest.length > 0) change(item, kind, { path: rest, filter: undefined, rest: [] }, value)
    else if (isObject(value)) Object.assign(item, value)
  }
}

/** The item that `type eq "work"` describes. */
const itemOf = (filter: Filter): JsonObject | undefined =>
  filter.kind === 'compare' && filter.operator === 'eq' && filter.path.length === 1
    ? { [filter.path[0]!]: filter.value }
    : undefined

/** The object that holds the last attribute of a path. */
function holderOf(resource: JsonObject, path: readonly string[], isCreated: boolean): JsonObject | undefined {
  let holder = resource
  for (const part of path) {
    const name = nameIn(holder, part) ?? part
    if (name === '__proto__') throw invalidPath('There is no such attribute')
    const next = Object.hasOwn(holder, name) ? holder[name] : undefined
    if (isObject(next)) holder = next
    else if (!isCreated) return undefined
    else {
      const made: JsonObject = {}
      holder[name] = made
      holder = made
    }
  }
  return holder
}

const keyOf = (item: Json): string => (isObject(item) ? String(item.value) : String(item))
