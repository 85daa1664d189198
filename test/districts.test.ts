import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { layerOf, root, sources } from './harness/source-files.ts'

describe.each(['chat', 'telephony'])('the districts of %s', (product) => {
  const { leaves, composition, districts } = readDistricts(`src/${product}`)
  const files = sources.filter(({ path }) => layerOf(path) === product)
  const kindOf = (path: string) => {
    const [, , first = '', ...rest] = path.split('/')
    if (rest.length > 0) return first
    return leaves.has(first) ? 'leaf' : 'composition'
  }

  it('the README names every file that is in no district', () => {
    const loose = files.map(({ path }) => path.split('/').slice(2)).filter(({ length }) => length === 1)
    expect(loose.map(([name]) => name!).sort()).toEqual([...leaves, ...composition].sort())
  })

  it('every district has a README that says what it may import', () => {
    const folders = readdirSync(join(root, 'src', product), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'migrations')
      .map(({ name }) => name)
    expect([...districts.keys()].sort()).toEqual(folders.sort())
  })

  it('what districts may import has no cycle', () => {
    const visit = (name: string, trail: readonly string[]): void => {
      expect(trail, [...trail, name].join(' -> ')).not.toContain(name)
      for (const next of districts.get(name)!) visit(next, [...trail, name])
    }
    for (const name of districts.keys()) visit(name, [])
  })

  it('districts import only what their README allows', () => {
    const wrong = files.flatMap(({ path, imports }) => {
      const from = kindOf(path)
      if (from === 'composition' || from === 'migrations') return []
      return imports
        .filter((item) => layerOf(item.path) === product)
        .filter((item) => {
          const to = kindOf(item.path)
          if (to === from || to === 'leaf') return false
          // They describe or use the whole product.
          if (to === 'composition') return from !== 'openapi' && from !== 'demo'
          return !districts.get(from)?.has(to)
        })
        .map((item) => `${path} -> ${item.path}`)
    })
    expect(wrong).toEqual([])
  })

  it('a README allows nothing that no file needs', () => {
    const used = new Set(
      files.flatMap(({ path, imports }) =>
        imports
          .filter((item) => layerOf(item.path) === product)
          .map((item) => `${kindOf(path)} -> ${kindOf(item.path)}`),
      ),
    )
    const allowed = [...districts].flatMap(([from, to]) => [...to].map((name) => `${from} -> ${name}`))
    expect(allowed.filter((edge) => !used.has(edge))).toEqual([])
  })
})

interface Districts {
  leaves: ReadonlySet<string>
  composition: ReadonlySet<string>
  /** what each may import */
  districts: ReadonlyMap<string, ReadonlySet<string>>
}

/** From the READMEs of a product and its districts. */
function readDistricts(folder: string): Districts {
  const list = (path: string, label: string) => {
    const text = readFileSync(join(root, path), 'utf8')
    const line = new RegExp(`^${label}: (.+)$`, 'm').exec(text)?.[1]
    if (line === undefined) throw new Error(`${path} has no line "${label}: ..."`)
    return new Set(line === 'nothing' ? [] : line.split(',').map((name) => name.trim()))
  }
  const readmes = readdirSync(join(root, folder), { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() &&
        entry.name !== 'migrations' &&
        existsSync(join(root, folder, entry.name, 'README.md')),
    )
    .map(({ name }) => name)
  return {
    leaves: list(`${folder}/README.md`, 'Leaves'),
    composition: list(`${folder}/README.md`, 'Composition'),
    districts: new Map(readmes.map((name) => [name, list(`${folder}/${name}/README.md`, 'May import')])),
  }
}
