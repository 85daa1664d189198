import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../harness/build-switchboard.ts'

interface Source {
  /** from web/src */
  path: string
  text: string
  imports: string[]
  typeImports: string[]
  lazyImports: string[]
}

const folder = join(root, 'web/src')
const sources: Source[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(folder, path), 'utf8')
    const importsBy = (statement: RegExp) =>
      [...text.matchAll(statement)].map((match) => join(dirname(path), match[1]!))
    return {
      path,
      text,
      imports: importsBy(/^(?:import|export)\s(?!type\s)[^'"]*?from '(\.[^']+)'/gm),
      typeImports: importsBy(/^(?:import|export)\stype\s[^'"]*?from '(\.[^']+)'/gm),
      lazyImports: importsBy(/\bimport\('(\.[^']+)'\)/g),
    }
  })

describe('the rules of the web app', () => {
  it('is made of small files', () => {
    const sizes = sources.map(({ text }) => text.split('\n').length - 1).sort((one, other) => one - other)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(80)
    const styles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.css'),
    )
    const long = styles.filter((path) => readFileSync(join(folder, path), 'utf8').split('\n').length > 301)
    expect(long).toEqual([])
  })

  it('what both apps use knows neither, and only the workspace knows both apps', () => {
    const areas: Record<string, RegExp> = {
      api: /^(api|texts)\//,
      texts: /^texts\//,
      theme: /^theme\//,
      ui: /^(ui|api|texts|theme)\//,
      shell: /^(shell|ui|api|texts|theme)\//,
      entrance: /^(entrance|ui|api|texts|theme)\//,
      // It has no page, and so no controls.
      'service-worker': /^(service-worker|texts)\//,
      resource: /^(resource|shell|ui|api|texts|theme)\//,
      audit: /^(audit|resource|shell|ui|api|texts|theme)\//,
      portal: /^(portal|audit|resource|shell|ui|api|texts|theme)\//,
      chat: /^(chat|shell|ui|api|texts|theme)\//,
      settings: /^(settings|chat|resource|shell|ui|api|texts|theme)\//,
      organization: /^(organization|audit|chat|resource|shell|ui|api|texts|theme)\//,
      workspace: /^(workspace|chat|settings|organization|portal|shell|ui|api|texts|theme)\//,
    }
    const wrong = sources.flatMap(({ path, imports, typeImports, lazyImports }) => {
      if (path === 'main.tsx') return []
      const allowed = areas[path.split('/')[0]!]
      return [...imports, ...typeImports, ...lazyImports]
        .filter((item) => !allowed?.test(item))
        .map((item) => `${path} -> ${item}`)
    })
    expect(wrong).toEqual([])
  })

  it('has no import cycles, type imports included', () => {
    expect(findCycles()).toEqual([])
  })

  it('no folder, at the top or in an app, imports one that imports it, type imports and lazy ones included', () => {
    expect(findFolderCycles()).toEqual([])
    for (const area of ['chat', 'portal', 'organization', 'settings', 'workspace'])
      expect(findFolderCycles(area)).toEqual([])
  })

  it('has complete dependency arrays', () => {
    const suppressed = sources.filter(({ text }) =>
      text.includes('lint/correctness/useExhaustiveDependencies'),
    )
    expect(suppressed.map(({ path }) => path)).toEqual([])
  })

  it('text becomes HTML by one door only', () => {
    const sinks = /innerHTML|insertAdjacentHTML|DOMParser|createContextualFragment|document\.write/i
    const raw = sources.filter(
      ({ path, text, imports }) =>
        path !== 'chat/rendered-html.ts' && sinks.test(text) && !imports.includes('chat/rendered-html.ts'),
    )
    expect(raw.map(({ path }) => path)).toEqual([])
  })

  it('German texts address people formally, and know one word for an extension', () => {
    const lines = sources
      .filter(({ path }) => path.startsWith('texts/de/'))
      .flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`))
    expect(lines.filter((line) => /\b(?:du|dich|dir|dein\w*|[Dd]urchwahl)\b/i.test(line))).toEqual([])
  })

  it('the texts, not the views, contain what people read', () => {
    const views = sources.filter(({ path }) => path.endsWith('.tsx'))
    const written = views.flatMap(({ path, text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
      const inTags = [...code.matchAll(/<\/?[a-zA-Z][^<>{}]*>\s*([A-Z][a-z]+(?: [a-z]+)*[^<{}=()]*)</g)].map(
        (match) => match[1]!,
      )
      const inAttributes = [
        ...code.matchAll(/\s(?:aria-label|placeholder|title|label|alt|hint|intro)="([^"]*[a-z]{3}[^"]*)"/g),
      ].map((match) => match[1]!)
      const isAddress = (words: string) => words.startsWith('https://')
      return [...inTags, ...inAttributes.filter((words) => !isAddress(words))].map(
        (words) => `${path}: ${words.trim()}`,
      )
    })
    expect(written).toEqual([])
  })
})

function findCycles(): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: string[]) => {
    const at = trail.indexOf(path)
    if (at >= 0) cycles.push([...trail.slice(at), path].join(' -> '))
    if (at >= 0 || done.has(path)) return
    const { imports = [], typeImports = [] } = byPath.get(path) ?? {}
    for (const item of [...imports, ...typeImports]) visit(item, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  return cycles
}

/** The folders at the top, or in an area, that can reach themselves over others. */
function findFolderCycles(area?: string): string[] {
  const folderOf = (path: string) => {
    const [first, folder, file] = path.split('/')
    if (area === undefined) return folder === undefined ? undefined : first
    return first === area && file !== undefined ? folder : undefined
  }
  const edges = new Map<string, Set<string>>()
  for (const { path, imports, typeImports, lazyImports } of sources) {
    const from = folderOf(path)
    for (const item of [...imports, ...typeImports, ...lazyImports]) {
      const to = folderOf(item)
      if (from === undefined || to === undefined || from === to) continue
      edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  const reachable = (from: string) => {
    const found = new Set<string>()
    const visit = (folder: string) => {
      for (const next of edges.get(folder) ?? []) {
        if (found.has(next)) continue
        found.add(next)
        visit(next)
      }
    }
    visit(from)
    return found
  }
  return [...edges.keys()].filter((folder) => reachable(folder).has(folder)).sort()
}
