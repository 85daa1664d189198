/** Where a value is in an object: `/address/city`. Lists and files are values as a whole. */
export type Pointer<T> = T extends readonly unknown[] | Blob
  ? never
  : T extends object
    ? { [Name in keyof T & string]-?: `/${Name}` | `/${Name}${Pointer<T[Name]>}` }[keyof T & string]
    : never

/** What is there. */
export type ValueAt<T, At> = At extends `/${infer Name}/${infer Rest}`
  ? ValueAt<Member<T, Name>, `/${Rest}`>
  : At extends `/${infer Name}`
    ? Member<T, Name>
    : never

type Member<T, Name> = T extends object ? (Name extends keyof T ? T[Name] : undefined) : undefined

/** The places where a value of this type may be put. */
export type PointerTo<T, Value> = Extract<
  { [At in Pointer<T>]: [Value] extends [ValueAt<T, At>] ? At : never }[Pointer<T>],
  string
>

/** Some of the values of an object, at any depth. */
export type Patch<T> = { [Name in keyof T]?: Part<T[Name]> }

type Part<T> = T extends readonly unknown[] | Blob ? T : T extends object ? Patch<T> : T

/** The new values, by pointer. */
export type Changes = ReadonlyMap<string, unknown>

/** The body of a PATCH that changes just these values. */
export function patchOf<T extends object>(changes: Changes): Patch<T> {
  const patch: Patch<T> = {}
  for (const [pointer, value] of changes) setAt(patch, pointer, value)
  return patch
}

/** The object with these values. */
export function changed<T extends object>(object: T, changes: Changes): T {
  const copy = structuredClone(object)
  for (const [pointer, value] of changes) setAt(copy, pointer, value)
  return copy
}

export function valueAt<T extends object, At extends string>(object: T, pointer: At): ValueAt<T, At> {
  const names = namesIn(pointer)
  const last = names.pop() ?? ''
  let place: unknown = object
  for (const name of names) place = isObject(place) ? Reflect.get(place, name) : undefined
  return Reflect.get(Object(place), last)
}

function setAt(object: object, pointer: string, value: unknown): void {
  const names = namesIn(pointer)
  const last = names.pop() ?? ''
  let place = object
  for (const name of names) {
    if (!isObject(Reflect.get(place, name))) Reflect.set(place, name, {})
    place = Reflect.get(place, name)
  }
  Reflect.set(place, last, value)
}

const namesIn = (pointer: string) => pointer.split('/').slice(1)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
