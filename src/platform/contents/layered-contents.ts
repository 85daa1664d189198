import { ContentGone, type ContentPlace, type Contents } from './contents.ts'

/**
 * New contents go to `current`. `earlier` is where they were stored before the operator changed that; a command moves
 * them, while this runs.
 */
export function layerContents(current: Contents, earlier: Contents): Contents {
  /** Asks the earlier store first: it is near. What has just left it is in the current one. */
  async function fromEither<T>(read: (contents: Contents) => Promise<T>): Promise<T> {
    try {
      return (await read(earlier)) ?? (await read(current))
    } catch (error) {
      if (error instanceof ContentGone) return read(current)
      throw error
    }
  }

  async function* inOrder(kind: string, tenant: string): AsyncGenerator<string> {
    const names: string[] = []
    for await (const name of earlier.list(kind, tenant)) names.push(name)
    for await (const name of current.list(kind, tenant)) {
      while (names.length > 0 && names[0]! < name) yield names.shift()!
      if (names[0] === name) names.shift()
      yield name
    }
    yield* names
  }

  const isEarlier = async (place: ContentPlace) => (await earlier.size(place)) !== undefined

  return {
    write: (place, bytes) => current.write(place, bytes),
    fill: (place, work, filling) => current.fill(place, work, filling),
    read: (place) => fromEither((contents) => contents.read(place)),
    size: (place) => fromEither((contents) => contents.size(place)),
    stream: (place, part) => fromEither((contents) => contents.stream(place, part)),
    pathOf: (place) => fromEither((contents) => contents.pathOf(place)),
    linkTo: async (place, headers) => ((await isEarlier(place)) ? undefined : current.linkTo(place, headers)),
    list: inOrder,
    async *walk(kind) {
      yield* earlier.walk(kind)
      for await (const place of current.walk(kind)) if (!(await isEarlier(place))) yield place
    },
    async remove(place) {
      await earlier.remove(place)
      await current.remove(place)
    },
    async removeLeftovers(kind, youngerThan, isKnown) {
      await earlier.removeLeftovers(kind, youngerThan, isKnown)
      await current.removeLeftovers(kind, youngerThan, isKnown)
    },
    async tidy() {
      await earlier.tidy()
      await current.tidy()
    },
  }
}
