import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiEndpoints } from '../src/server/api-endpoints.ts'
import { databaseMigrations } from '../src/server/start/database-migrations.ts'
import { telephonyOperations } from '../src/telephony/telephony-operations.ts'
import {
  layerOf,
  listFiles,
  readSource,
  root,
  type Source,
  sourcePaths,
  sources,
} from './harness/source-files.ts'

const ofClient = listFiles('packages/client/src').filter((path) => !path.includes('/generated/'))
const all = [...['src', 'test', 'web/src', 'bench'].flatMap(listFiles), ...ofClient].map(readSource)
const byPath = new Map(sources.map((source) => [source.path, source]))

describe('the rules of the house', () => {
  it('no file has more than 400 lines', () => {
    const sizes = all.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    expect(sizes.filter(({ lines }) => lines > 400)).toEqual([])
  })

  it('no name explains nothing, and there are no barrels', () => {
    const forbidden = /(^|\/)(utils?|helpers?|common|shared|misc|core|lib)(\/|\.ts)/
    expect(all.map(({ path }) => path).filter((path) => forbidden.test(path))).toEqual([])
    expect(sourcePaths.filter((path) => basename(path) === 'index.ts')).toEqual([])
  })

  it('platform imports no product, the products never each other, and only the workspace both', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter((item) => !mayImport(layerOf(path), layerOf(item.path)))
        .map((item) => `${path} -> ${item.path}`),
    )
    expect(wrong).toEqual([])
  })

  it('there are no import cycles, type imports included', () => {
    expect(findCycles()).toEqual([])
  })

  it('folders beside each other have no import cycles, type imports included', () => {
    expect(findFolderCycles(sources)).toEqual([])
  })

  it('only uncheckedCast gives a value a type that the compiler cannot check', () => {
    expect(pathsWith(/\bas unknown as\b/)).toEqual([])
  })

  it('no test of the web app blocks the process, which serves the page', () => {
    const blocking = /\b(execFileSync|execSync|spawnSync)\(/
    const found = all.filter(({ path, text }) => path.startsWith('test/web/') && blocking.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
  })

  it('only stores, tables, migrations and the database import kysely', () => {
    const allowed = /(-store|-table)\.ts$|\/migrations\/|^src\/platform\/database\//
    expect(pathsWith(/from 'kysely'/).filter((path) => !allowed.test(path))).toEqual([])
  })

  it('each migration is a file of its name, and the numbers of each product rise', () => {
    for (const product of ['chat', 'telephony', 'workspace']) {
      const names = sourcePaths
        .filter((path) => path.startsWith(`src/${product}/migrations/0`))
        .map((path) => `${product}-${basename(path, '.ts')}`)
      const numbers = names.map((name) => Number(/\d{4}/.exec(name)))
      expect({ product, numbers }).toEqual({ product, numbers: [...new Set(numbers)] })
      const listed = Object.values(databaseMigrations).map((migrations) =>
        migrations.map(({ name }) => name).filter((name) => name.startsWith(product)),
      )
      expect([...new Set(listed.flat())]).toEqual(names)
      for (const list of listed) expect(list).toEqual([...list].sort())
    }
  })

  it('only config.ts reads the environment, and only clock.ts tells the time', () => {
    expect(pathsWith(/process\.env/)).toEqual(['src/config/config.ts'])
    expect(pathsWith(/Date\.now\(\)|new Date\(/)).toEqual(['src/platform/clock.ts'])
  })

  it('only actions announce, and only transact publishes', () => {
    const isAction = (path: string) => !/-(routes|store|view|events|schema|table)\.ts$/.test(path)
    expect(pathsWith(/\.announce\(/).filter((path) => !isAction(path))).toEqual([])
    expect(pathsWith(/bus\.publish\(/)).toEqual(['src/platform/events/transact.ts'])
  })

  it('events are narrowed by their type, not cast', () => {
    const cast = /\b(payload|audience) as (?!const)/
    const ofProducts = pathsWith(cast).filter((path) => /^src\/(chat|telephony)\//.test(path))
    expect(ofProducts).toEqual([])
  })

  it('only the cache and memoize are built on lru-cache', () => {
    expect(pathsWith(/from 'lru-cache'/)).toEqual([
      'src/platform/caches/cache.ts',
      'src/platform/caches/memoize.ts',
    ])
  })

  it('routes use neither stores nor tables', () => {
    const isData = (item: { path: string; isType: boolean }) =>
      item.path.endsWith('-store.ts') || (/-tables?\.ts$/.test(item.path) && !item.isType)
    const ofRoutes = sources.filter(({ path }) => /-routes\.ts$/.test(path) && !path.includes('/migrations/'))
    const wrong = ofRoutes.flatMap(({ path, imports }) =>
      imports.filter(isData).map((item) => `${path} -> ${item.path}`),
    )
    expect(wrong).toEqual([])
    const direct = ofRoutes.filter(({ code }) => /[a-z]Table\.[a-z]/.test(code))
    expect(direct.map(({ path }) => path)).toEqual([])
  })
})

describe('what the tests must name', () => {
  const tests = listFiles('test')
    .concat(listFiles('src'))
    .filter((path) => path.endsWith('.test.ts'))
    .map(readSource)
  const allTests = tests.map(({ text }) => text).join('\n')

  it('every route has a test that names its path', () => {
    const missing = apiEndpoints.filter(
      ({ path }) => !new RegExp(path.replace(/:[a-z_]+/g, '[^\'"`]+')).test(allTests),
    )
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('every operation of the telephony has a test that names its path', () => {
    const named = (path: string) =>
      new RegExp(`${path.replace(/:[a-z_]+/g, '[^\'"`\\s]+')}(?![a-z_/])`).test(allTests)
    // Texting has its paths twice, with and without a version; its tests go through both.
    const missing = telephonyOperations.filter(
      ({ path }) => !named(path) && !named(path.replace('/v2/', '/')),
    )
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('every type of telephony event is seen by a test', () => {
    const types = sources
      .filter(({ path }) => /^src\/telephony\/(?!asyncapi).*-events\.ts$/.test(path))
      .flatMap(({ code }) => [...code.matchAll(/type: '([A-Za-z_.]+)'/g)].map((match) => match[1]!))
      // Internal: it only tells other processes to read something anew.
      .filter((type) => type !== 'changed')
    expect(types.length).toBeGreaterThan(0)
    expect([...new Set(types)].filter((type) => !allTests.includes(`'${type}'`))).toEqual([])
  })

  it('every type of event is seen by a test', () => {
    const types = sources
      .filter(({ path }) => /^src\/chat\/.*-events\.ts$/.test(path))
      .flatMap(({ code }) => [...code.matchAll(/type: '([a-z_]+)'/g)].map((match) => match[1]!))
      // Internal: they only tell other processes to read something anew.
      .filter((type) => !['realm_changed', 'key_changed'].includes(type))
    expect([...new Set(types)].filter((type) => !allTests.includes(`'${type}'`))).toEqual([])
  })

  it('every row of docs/unspecified.md names a file and a test that exist', () => {
    const rows = readFileSync(join(root, 'docs/unspecified.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^\| (question|---)/.test(line))
    expect(rows.length).toBeGreaterThan(30)
    const wrong = rows.filter((row) => {
      const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim())
      const paths = [...`${cells[3]} ${cells[4]}`.matchAll(/`([^`]+\.ts)`/g)].map((match) => match[1]!)
      return paths.length < 2 || paths.some((path) => !existsSync(join(root, path)))
    })
    expect(wrong).toEqual([])
  })

  it('every file that the life of a request and of an event walk through exists', () => {
    const names = new Set(sourcePaths.map((path) => basename(path)))
    for (const page of ['life-of-a-request.md', 'life-of-an-event.md']) {
      const text = readFileSync(join(root, 'docs', page), 'utf8')
      const named = [...text.matchAll(/`([\w./-]+(?:\.tsx?|\/))`/g)].map((match) => match[1]!)
      expect(named.length).toBeGreaterThan(10)
      const isThere = (path: string) =>
        ['', 'src', 'src/chat', 'src/platform', 'src/telephony'].some((folder) =>
          existsSync(join(root, folder, path)),
        )
      expect(named.filter((path) => (path.includes('/') ? !isThere(path) : !names.has(path)))).toEqual([])
    }
  })

  it('every client in docs/clients.md links to its test, or names the date of a trial', () => {
    const [, table] = readFileSync(join(root, 'docs/clients.md'), 'utf8').split(
      '| --- | --- | --- | --- | --- |\n',
    )
    const rows = table!.slice(0, table!.indexOf('\n\n')).split('\n')
    expect(rows.length).toBeGreaterThan(2)
    const wrong = rows.filter((row) => {
      const links = [...row.matchAll(/\]\(\.\.\/(test\/[^)]+)\)/g)].map((match) => match[1]!)
      if (links.length === 0) return !/\b20\d\d-\d\d-\d\d\b/.test(row)
      return links.some((path) => !existsSync(join(root, path)))
    })
    expect(wrong).toEqual([])
  })

  it('every promise and every class of advisories in docs/security.md links to its test', () => {
    const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
    const links = [...page.matchAll(/\]\(\.\.\/([^)#]+)\)/g)].map((match) => match[1]!)
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const [, promises = ''] = page.split(/^## What we (?:do not )?promise$/m)
    const [, classes = ''] = page.split(/^## Classes of public advisories$/m)
    const rows = classes.split('\n').filter((line) => /^\| (?!class|---)/.test(line))
    const claims = [...promises.split(/^- /m).slice(1), ...rows]
    expect(claims.length).toBeGreaterThan(60)
    const isProven = (claim: string) => /\]\(\.\.\/(?:test|src)\/[^)]+\.test\.ts\)/.test(claim)
    expect(claims.filter((claim) => !isProven(claim) && !claim.includes('it cannot occur'))).toEqual([])
  })
})

const pathsWith = (pattern: RegExp) =>
  sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path)

function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (from === 'platform') return false
  if (from === 'config') return to === 'platform' || to === 'telephony'
  if (from === 'chat' || from === 'telephony') return to === 'platform'
  if (from === 'workspace') return ['chat', 'telephony', 'platform'].includes(to)
  // The composition root, the commands and the entry know everybody.
  return true
}

function findCycles(): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: string[]) => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      cycles.push([...trail.slice(at), path].join(' -> '))
      return
    }
    if (done.has(path)) return
    for (const item of byPath.get(path)?.imports ?? []) visit(item.path, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  return cycles
}

/** Cycles among the folders of one folder, at every level. */
function findFolderCycles(files: readonly Source[]): string[] {
  const below = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    for (const item of imports) {
      const [from, to] = [path.split('/'), item.path.split('/')]
      const fork = from.findIndex((name, index) => name !== to[index])
      // A file is no folder: one of them may be in the common folder.
      if (fork < 0 || fork >= from.length - 1 || fork >= to.length - 1) continue
      const folder = from.slice(0, fork + 1).join('/')
      below.set(folder, (below.get(folder) ?? new Set()).add(to.slice(0, fork + 1).join('/')))
    }
  }
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (folder: string, trail: string[]) => {
    const at = trail.indexOf(folder)
    if (at >= 0) cycles.push([...trail.slice(at), folder].join(' -> '))
    if (at >= 0 || done.has(folder)) return
    for (const next of below.get(folder) ?? []) visit(next, [...trail, folder])
    done.add(folder)
  }
  for (const folder of below.keys()) visit(folder, [])
  return cycles
}
