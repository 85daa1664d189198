import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './harness/build-switchboard.ts'

interface Advisory {
  name: string
  /** the first affected version; missing: the first of all */
  introduced?: string
  /** the first version that is not affected */
  fixed: string
  id: string
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { version: string; dev?: boolean; dependencies?: Record<string, string> }>
}
const advisories = JSON.parse(read('test/advisories.json')) as Advisory[]

/** What an installation contains, without what only development needs. */
const installed = Object.entries(packages).flatMap(([path, { version, dev }]) =>
  path.includes('node_modules/') && !dev ? [{ name: path.split('node_modules/').at(-1)!, version }] : [],
)
const versionsOf = (name: string) =>
  [...new Set(installed.flatMap((one) => (one.name === name ? one.version : [])))].sort(compare)

/** Releases only: a version before a release counts as the release. */
function compare(one: string, other: string): number {
  const numbers = (version: string) => version.split('-', 1)[0]!.split('.').map(Number)
  const [left, right] = [numbers(one), numbers(other)]
  const at = left.findIndex((number, index) => number !== right[index])
  return at < 0 ? 0 : left[at]! - right[at]!
}

const isAffected = (version: string, { introduced = '0.0.0', fixed }: Advisory) =>
  compare(version, introduced) >= 0 && compare(version, fixed) < 0

describe('the libraries that run on a server', () => {
  it('none has a version with an advisory that we know', () => {
    const affected = installed.flatMap(({ name, version }) =>
      advisories
        .filter((advisory) => advisory.name === name && isAffected(version, advisory))
        .map(({ id }) => `${name} ${version}: ${id}`),
    )
    expect(affected).toEqual([])
  })

  it('every advisory is about a library that we use', () => {
    for (const { name, id } of advisories) expect(versionsOf(name), `${id} ${name}`).not.toEqual([])
  })

  const page = read('docs/security.md')
  const chapter = page.slice(page.indexOf('\n## Libraries that read'), page.indexOf('\n## How to report'))
  const rows = [...chapter.matchAll(/^\| `([^`]+)` \| ([\d., ]+) \|/gm)].map(([, name, versions]) => ({
    name: name!,
    versions: versions!.split(', '),
  }))

  it('docs/security.md lists those that read what strangers send, in the versions that are installed', () => {
    expect(rows.length).toBeGreaterThan(30)
    for (const { name, versions } of rows) expect(versions, name).toEqual(versionsOf(name))
  })

  it('each direct dependency is in that list, or named as one that does not', () => {
    for (const name of Object.keys(packages['']!.dependencies!))
      expect(chapter, name).toContain(`\`${name}\``)
  })
})
